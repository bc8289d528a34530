import { type AuditDetails, auditEvent, auditList, codes, routeTable, type UserInfo } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, within } from '@testing-library/react'
import { RowActions } from '../list/cells.tsx'
import { useHistoryColumn } from '../list/use-history-column.tsx'
import { show, user } from '../test-support/render.tsx'
import { HistoryScope } from './HistoryScope.tsx'

const older = '0198c0de-0000-7000-8000-000000000001'

const row = {
  id: '0198c0de-0000-7000-8000-000000000002',
  time: '2026-11-27T06:00:00.000Z',
  actorName: 'lu.qing',
  actorFullName: 'Lu Qing',
  tenantId: '1',
  tenantName: 'Luming',
  studyName: '',
  entity: 'tenant',
  entityDesc: 'Tenant',
  entityId: '1',
  entityName: 'Luming',
  call: '/tenant/save',
  callDesc: 'Save a tenant',
  reason: '',
}

const long = 'x'.repeat(300)

const details: AuditDetails = {
  ...row,
  address: '127.0.0.1',
  device: 'Chrome on Windows',
  userAgent: 'Mozilla/5.0',
  requestId: 'r-1',
  items: [{ name: 'Luming', changes: [{ field: 'contact', fieldDesc: 'Contact', before: '', after: long }] }],
  signature: {
    ...{
      state: 'broken',
      printedName: '陆清',
      userName: 'lu.qing',
      meaning: 'approver',
      meaningDesc: 'Approver',
    },
    ...{ time: '2026-11-27T06:00:00.000Z', components: 'both', algorithm: 'sha256', hash: 'def' },
  },
  seal: { state: 'broken', number: 7, time: '2026-11-27T06:01:00.000Z', hash: 'abc' },
}

function respond({ path, body }: SeenRequest) {
  if (path === auditEvent.path) return envelope(codes.ok, '', details)
  const searched = Object(body).before
    ? { searchedTo: '', searchedToTime: '' }
    : { searchedTo: older, searchedToTime: '2026-11-01T00:00:00.000Z' }
  return envelope(codes.ok, '', { list: [row], totalCount: 1, ...searched })
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(respond)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
})
afterEach(cleanup)

const signIn = (...urls: string[]) =>
  useSession.setState({
    user: { id: 'u', menuList: [{ list: urls.map((url) => ({ url })) }] } as unknown as UserInfo,
  })

const showRow = () =>
  show(
    <HistoryScope>
      <RowActions
        itemName="Luming"
        actions={[{ label: 'Edit', onChoose: () => undefined }]}
        history={{ entity: 'tenant', entityId: '1' }}
      />
    </HistoryScope>,
  )

const openHistory = async () => {
  signIn(routeTable.auditTrail.path)
  await showRow()
  await user.click(await screen.findByRole('button', { name: 'History Luming' }))
  return screen.findByRole('dialog')
}

it('offers the history only to users with the menu of the audit trail', async () => {
  signIn(routeTable.tenant.path)
  await showRow()
  await screen.findByRole('button', { name: 'Edit Luming' })
  expect(screen.queryByRole('button', { name: 'History Luming' })).toBeNull()
})

const nameOf = () => 'Luming'
const historyOf = () => ({ entity: 'tenant', entityId: '1' })

/** The cells of a list without other actions, in one row. */
function RowWithoutActions() {
  const columns = useHistoryColumn(nameOf, historyOf)
  return (
    <div>
      row
      {columns.map(({ key, render }) => (
        <div key={key}>{render?.({ id: '1' })}</div>
      ))}
    </div>
  )
}

it('adds a column to a list without other actions, but not for users without the menu', async () => {
  const showList = () =>
    show(
      <HistoryScope>
        <RowWithoutActions />
      </HistoryScope>,
    )
  signIn(routeTable.tenant.path)
  await showList()
  expect((await screen.findByText('row')).textContent).toBe('row')
  cleanup()
  signIn(routeTable.auditTrail.path)
  await showList()
  await user.click(await screen.findByRole('button', { name: 'History Luming' }))
  expect(await screen.findByRole('dialog', { name: 'History: Luming' })).toBeTruthy()
})

it('lists the events of the thing and searches further back', async () => {
  const dialog = await openHistory()
  await within(dialog).findByText('Lu Qing (lu.qing)')
  const bodyOf = (index: number) =>
    Object(api.seen.filter(({ path }) => path === auditList.path).at(index)?.body)
  expect(bodyOf(0)).toMatchObject({ entity: 'tenant', entityId: '1', before: '' })
  await user.click(within(dialog).getByRole('button', { name: 'Search further back' }))
  await within(dialog).findByText('Searched back to the first event')
  expect(bodyOf(-1)).toMatchObject({ before: older })
})

it('shows an event field by field and returns to the list', async () => {
  const dialog = await openHistory()
  await user.click(await within(dialog).findByRole('button', { name: /^Save a tenant/ }))
  const field = await within(dialog).findByRole('rowheader', { name: 'Contact' })
  expect(field.parentElement?.textContent).toContain('(empty)')
  expect(within(dialog).queryByText(long)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Show all' }))
  expect(field.parentElement?.textContent).toContain(long)
  expect(dialog.textContent).toContain('Verification failed')
  expect(dialog.textContent).toContain('audit:verify')
  expect(dialog.textContent).toContain('Signed by陆清 (lu.qing)')
  expect(dialog.textContent).toContain('Not valid')
  await user.click(within(dialog).getByRole('button', { name: 'Back to the list' }))
  expect(within(dialog).queryByRole('rowheader', { name: 'Contact' })).toBeNull()
})
