import { Input } from '@arco-design/web-react'
import { codes, siteSave } from '@atrium/contract'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { fieldOf } from '../form/Field.tsx'
import { show, user } from '../test-support/render.tsx'
import { EntityDialog } from './EntityDialog.tsx'
import { useEntityDialog } from './use-entity-dialog.ts'

const Field = fieldOf(siteSave)

const record = { id: 's1', siteName: 'Hospital', levelId: 'l1', typeId: 't1', address: '', rowVersion: 3 }

function Screen() {
  const state = useEntityDialog<typeof record>()
  return (
    <>
      <button type="button" onClick={() => state.edit(record)}>
        edit
      </button>
      <EntityDialog
        state={state}
        call={siteSave}
        name="site"
        history="none"
        refreshes={[]}
        acceptance="duplicateAccepted"
      >
        <Field name="siteName">
          <Input />
        </Field>
        <Field name="address">
          <Input />
        </Field>
      </EntityDialog>
    </>
  )
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(({ body }) =>
    Object(body).duplicateAccepted === true
      ? envelope(codes.ok, '', 's1')
      : envelope(codes.invalid, '', null, {
          errors: [
            { field: 'siteName', message: 'There is one of this name' },
            { field: 'duplicateAccepted', message: 'Please check' },
          ],
        }),
  )
})
afterAll(() => api.stop())
beforeEach(async () => {
  api.seen.length = 0
  await show(<Screen />)
  await user.click(await screen.findByText('edit'))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText(/There is one of this name/)
})
afterEach(cleanup)

const insist = () => screen.queryByRole('button', { name: 'Save anyway' })

it('shows a warning without marking a field, and offers to save anyway', async () => {
  expect(screen.getByRole('alert').className).toBe('dialog-warning')
  expect(document.querySelector('.arco-form-item-error')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(insist()).toBeTruthy()
})

it('skips the warning when the user saves anyway', async () => {
  expect(screen.getByText(/Please check/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.seen.map(({ body }) => Object(body).duplicateAccepted)).toEqual([false, true])
  expect(api.seen.at(-1)?.body).toMatchObject({ siteName: 'Hospital', rowVersion: 3 })
})

it('removes the warning at the next change, and checks the next save again', async () => {
  await user.type(screen.getByLabelText('Address'), 'Main street')
  expect(insist()).toBeNull()
  expect(screen.queryByText(/Please check/)).toBeNull()
  expect(screen.queryByText(/There is one of this name/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(insist()).toBeTruthy())
  expect(api.seen.map(({ body }) => Object(body).duplicateAccepted)).toEqual([false, false])
})
