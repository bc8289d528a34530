import { Input } from '@arco-design/web-react'
import {
  auditList,
  auditTrailTexts,
  codes,
  dictionarySave,
  dictionaryTexts,
  routeTable,
  type UserInfo,
} from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { fieldOf } from '../form/Field.tsx'
import { RowActions } from '../list/cells.tsx'
import { Dialog } from '../overlay/Dialog.tsx'
import { EntityDialog } from '../overlay/EntityDialog.tsx'
import { useEntityDialog } from '../overlay/use-entity-dialog.ts'
import { loadTexts, show, user } from '../test-support/render.tsx'
import { HistoryScope } from './HistoryScope.tsx'

const Field = fieldOf(dictionarySave)

const record = { id: 'd1', dicName: 'Oncology', rowVersion: 3 }

function Screen() {
  const state = useEntityDialog<typeof record>()
  return (
    <>
      <button type="button" onClick={() => state.add()}>
        add
      </button>
      <button type="button" onClick={() => state.edit(record)}>
        edit
      </button>
      <EntityDialog
        state={state}
        call={dictionarySave}
        name="entry"
        history={({ id, dicName }) => ({ entity: 'dictionary', entityId: id, name: dicName })}
        refreshes={[]}
      >
        <Field name="dicName">
          <Input />
        </Field>
      </EntityDialog>
    </>
  )
}

/** The events do not fit on one page, so that the list has a select for the page size. */
const list = Array.from({ length: 12 }, (_, index) => ({
  id: `e${index}`,
  time: '2026-11-27T06:00:00.000Z',
  actorName: 'lu.qing',
  actorFullName: 'Lu Qing',
  tenantId: '0',
  tenantName: '',
  studyName: '',
  entity: 'dictionary',
  entityDesc: 'Dictionary entry',
  entityId: 'd1',
  entityName: 'Oncology',
  call: '/dictionary/save',
  callDesc: 'Save an entry',
  reason: '',
}))

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  loadTexts(dictionaryTexts, auditTrailTexts)
  api = await startApi(() =>
    envelope(codes.ok, '', { list, totalCount: 12, searchedTo: '', searchedToTime: '' }),
  )
})
afterAll(() => api.stop())
afterEach(cleanup)

const signIn = (url: string = routeTable.auditTrail.path) =>
  useSession.setState({
    user: { id: 'u', platformMenus: [], tenants: [], menuList: [{ list: [{ url }] }] } as unknown as UserInfo,
  })

const open = async (mode: 'add' | 'edit', url?: string) => {
  signIn(url)
  await show(<Screen />)
  await user.click(await screen.findByText(mode))
  return screen.findByRole('dialog', { name: mode === 'add' ? 'Add entry' : 'Edit entry' })
}

const historyIn = (dialog: HTMLElement) => within(dialog).queryByRole('button', { name: 'History' })

const openHistory = async (dialog: HTMLElement, name = 'History') => {
  await user.click(within(dialog).getByRole('button', { name }))
  const history = await screen.findByRole('dialog', { name: 'History: Oncology' })
  await within(history).findAllByText('Lu Qing (lu.qing)')
  return history
}

it('is in the title bar of a dialog that edits an item, but not while the item is being added', async () => {
  expect(historyIn(await open('add'))).toBeNull()
  cleanup()
  expect(historyIn(await open('edit'))).toBeTruthy()
})

it('is not offered to users without the menu of the audit trail', async () => {
  expect(historyIn(await open('edit', routeTable.dictionary.path))).toBeNull()
})

it('shows the history of the edited item', async () => {
  await openHistory(await open('edit'))
  const request = api.seen.find(({ path }) => path === auditList.path)
  expect(request?.body).toMatchObject({ entity: 'dictionary', entityId: 'd1' })
})

it('closes before the dialog below it, which gets the focus back and keeps its input', async () => {
  const dialog = await open('edit')
  const name = within(dialog).getByLabelText<HTMLInputElement>('Name')
  await user.type(name, ' and more')
  await openHistory(dialog)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'History: Oncology' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(historyIn(dialog)))
  expect(name.value).toBe('Oncology and more')
})

it('closes alone if Escape is pressed in a select of a history that a row of a dialog has opened', async () => {
  signIn()
  const closed = jest.fn()
  await show(
    <Dialog open title="Entries" onClose={closed} footer={null}>
      <HistoryScope>
        <RowActions itemName="Oncology" actions={[]} history={{ entity: 'dictionary', entityId: 'd1' }} />
      </HistoryScope>
    </Dialog>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'Entries' })
  const history = await openHistory(dialog, 'History Oncology')
  within(history).getByRole('combobox').focus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'History: Oncology' })).toBeNull())
  expect(closed).not.toHaveBeenCalled()
})
