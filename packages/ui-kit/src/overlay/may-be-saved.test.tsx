import { Input } from '@arco-design/web-react'
import { codes, dictionarySave, dictionaryTexts } from '@atrium/contract'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { fieldOf } from '../form/Field.tsx'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { EntityDialog } from './EntityDialog.tsx'
import { useEntityDialog } from './use-entity-dialog.ts'

const Field = fieldOf(dictionarySave)

const record = {
  id: 'd1',
  dicName: '肿瘤',
  dicNameEn: '',
  dicCode: 'ONC',
  sort: 1,
  categoryId: '16',
  tenantId: '0',
}

/** Functions that answer each pending question whether the input may be saved. */
let responses: ((mayBeSaved: boolean | object) => void)[] = []
const mayBeSaved = (values: object) =>
  new Promise<boolean | Record<string, unknown>>((respond) => {
    responses.push((response) =>
      respond(typeof response === 'object' ? { ...values, ...response } : response),
    )
  })

function Screen() {
  const state = useEntityDialog<typeof record>()
  return (
    <>
      <button type="button" onClick={() => state.edit(record)}>
        edit
      </button>
      <EntityDialog
        state={state}
        call={dictionarySave}
        name="entry"
        history="none"
        refreshes={[]}
        mayBeSaved={mayBeSaved}
      >
        <Field name="dicName">
          <Input />
        </Field>
      </EntityDialog>
    </>
  )
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts(dictionaryTexts)
  api = await startApi(() => envelope(codes.ok, '', 'd1'))
})
afterAll(() => api.stop())
beforeEach(async () => {
  responses = []
  api.seen.length = 0
  await show(<Screen />)
  await user.click(await screen.findByText('edit'))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(responses).toHaveLength(1))
})
afterEach(cleanup)

const press = (name: string) => user.click(screen.getByRole('button', { name }))
const mayCancel = () => !screen.getByRole('button', { name: 'Cancel' }).matches(':disabled')

it('asks once and saves once, even if Save is pressed again in the meantime', async () => {
  await press('Save')
  await press('Save')
  expect(responses).toHaveLength(1)
  responses[0]?.(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.seen).toHaveLength(1)
})

it('cannot be cancelled while it asks, and saves nothing after a no', async () => {
  expect(mayCancel()).toBe(false)
  responses[0]?.(false)
  await waitFor(() => expect(mayCancel()).toBe(true))
  expect(api.seen).toHaveLength(0)
  await press('Save')
  await waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.(true)
  await waitFor(() => expect(api.seen).toHaveLength(1))
})

it('saves the input that it gets instead', async () => {
  responses[0]?.({ dicName: '其他' })
  await waitFor(() => expect(api.seen).toHaveLength(1))
  expect(api.seen[0]?.body).toMatchObject({ id: 'd1', dicName: '其他', dicCode: 'ONC' })
})
