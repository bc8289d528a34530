import { Input } from '@arco-design/web-react'
import { codes, siteSave } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Field } from '../../form/index.ts'
import { type ApiServer, startApi } from '../../test-support/api.ts'
import { renderAgainst, user } from '../../test-support/render.tsx'
import { EntityDialog } from './EntityDialog.tsx'
import { useEntityDialog } from './useEntityDialog.ts'

const record = { id: 's1', siteName: 'Hospital', levelId: 'l1', typeId: 't1', address: '', rowVersion: 3 }

function Screen() {
  const state = useEntityDialog<typeof record>()
  return (
    <>
      <button type="button" onClick={() => state.edit(record)}>
        edit
      </button>
      <EntityDialog state={state} call={siteSave} name="site" refreshes={[]} acceptance="duplicateAccepted">
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

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
  api.on('/site/save', ({ duplicateAccepted }) =>
    duplicateAccepted === true
      ? { data: 's1' }
      : {
          code: codes.invalid,
          errors: [
            { field: 'siteName', message: 'There is one of this name' },
            { field: 'duplicateAccepted', message: 'Please check' },
          ],
        },
  )
})
afterAll(() => api.close())
beforeEach(async () => {
  api.requests.length = 0
  await renderAgainst(api.prefix, <Screen />)
  await user.click(await screen.findByText('edit'))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  await screen.findByText('There is one of this name')
})
afterEach(cleanup)

const insist = () => screen.queryByRole('button', { name: 'Save anyway' })

it('a warning is passed over by whoever insists', async () => {
  expect(screen.getByText('Please check')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.requests.map(({ input }) => input.duplicateAccepted)).toEqual([false, true])
  expect(api.requests.at(-1)?.input).toMatchObject({ siteName: 'Hospital', rowVersion: 3 })
})

it('a warning ends with the next change: what is saved then is looked at anew', async () => {
  await user.type(screen.getByLabelText('Address'), 'Main street')
  expect(insist()).toBeNull()
  expect(screen.queryByText('Please check')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(insist()).toBeTruthy())
  expect(api.requests.map(({ input }) => input.duplicateAccepted)).toEqual([false, false])
})
