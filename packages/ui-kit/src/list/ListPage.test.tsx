import { codes, tenantList, type UserInfo } from '@atrium/contract'
import { useLocation, useNavigate, useSession } from '@atrium/shared-api'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { show, user } from '../test-support/render.tsx'
import type { ColumnsOf } from './column.ts'
import { KeywordInput } from './filters.tsx'
import { ListCard } from './ListCard.tsx'
import { settingsOfList } from './settings.ts'
import { useList } from './use-list.ts'

const filters = { keyWord: '', contact: '' }
const columns: ColumnsOf<typeof tenantList> = [
  { key: 'tenantName', title: 'Tenant name', width: 200, sortable: true, always: true },
  {
    key: 'contact',
    title: 'Contact',
    width: 100,
    filter: { name: 'contact', choices: [{ value: 'Li', label: 'Only Li' }] },
  },
]

function Tenants({ prefix }: { readonly prefix?: string }) {
  const list = useList(tenantList, { filters, ...(prefix && { prefix }) })
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="address">{search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <ListCard
        name="tenants"
        label="Tenants"
        list={list}
        columns={columns}
        filters={
          <KeywordInput
            placeholder="Search"
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
      />
    </>
  )
}

const all = Array.from({ length: 25 }, (_, index) => ({
  id: String(index + 1),
  tenantName: `Tenant ${index + 1}`,
  contact: index === 0 ? '' : 'Li',
}))

const listOf = (list: object[], totalCount: number): Result => envelope(codes.ok, '', { list, totalCount })

function found({ body }: SeenRequest): Result {
  const { keyWord = '', page, limit } = Object(body)
  const matching = all.filter(({ tenantName }) => tenantName.includes(keyWord))
  return listOf(matching.slice((page - 1) * limit, page * limit), matching.length)
}

let users = 0
let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi((request) => response(request))
})
afterAll(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
  // A new user for each test, without stored settings.
  users += 1
  useSession.setState({ user: { id: String(users), menuList: [] } as Partial<UserInfo> as UserInfo })
  response = found
})
afterEach(cleanup)

const address = () => screen.getByLabelText('address').textContent ?? ''
const cells = (row: HTMLElement) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)
const rows = () => screen.getAllByRole('row').slice(1).map(cells)

it('shows the page in the address, with continued row numbers and dashes in empty cells', async () => {
  await show(<Tenants />, '/?page=3')
  await screen.findByText('Tenant 21')
  expect(rows()[0]).toEqual(['21', 'Tenant 21', 'Li'])
  cleanup()
  await show(<Tenants />)
  await screen.findByText('Tenant 1')
  expect(rows()[0]).toEqual(['1', 'Tenant 1', '–'])
})

it('queries once when typing pauses, from the first page, and stores the keyword in the address', async () => {
  await show(<Tenants />, '/?page=2')
  await screen.findByText('Tenant 11')
  // Type without delays: on a busy machine, a delay could exceed the debounce time.
  await userEvent.setup({ delay: null }).type(screen.getByLabelText('Search'), 'Tenant 2')
  await waitFor(() => expect(rows().map(([, name]) => name)).toContain('Tenant 25'))
  expect(api.seen.map(({ body }) => Object(body).keyWord)).toEqual([undefined, 'Tenant 2'])
  expect(address()).toBe('?keyWord=Tenant+2')
})

it('sorts by a clicked title and announces the order', async () => {
  await show(<Tenants />)
  await user.click(await screen.findByRole('button', { name: 'Tenant name' }))
  await waitFor(() => expect(api.seen.at(-1)?.body).toMatchObject({ sortBy: 'tenantName', sortOrder: 'asc' }))
  const header = screen.getByRole('columnheader', { name: /Tenant name/ })
  await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'))
})

it('ignores a sort key in the address that the list does not have', async () => {
  await show(<Tenants />, '/?sortBy=nothing&sortOrder=desc&page=2')
  await screen.findByText('Tenant 11')
  expect(api.seen.map(({ body }) => Object(body))).toEqual([{ page: 2, limit: 10 }])
})

it('goes back to the last page that has rows', async () => {
  await show(<Tenants />, '/?page=9')
  await screen.findByText('Tenant 21')
  expect(address()).toBe('?page=3')
})

it('shows that nothing matches, and clears the filters', async () => {
  await show(<Tenants />, '/?keyWord=nobody')
  await screen.findByText('No results match all filter conditions')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('Tenant 1')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('')
})

it('shows a failure with its reason, and retries', async () => {
  response = () => envelope(codes.forbidden, 'You are not allowed to do this')
  await show(<Tenants />)
  await screen.findByText('You are not allowed to do this')
  response = () => listOf(all.slice(0, 1), 1)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Tenant 1')
})

it('remembers hidden columns and widths set by keyboard', async () => {
  await show(<Tenants />)
  const handle = await screen.findByRole('separator', { name: 'Width of column “Contact”' })
  handle.focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(screen.getByRole('separator', { name: /Contact/ }).ariaValueNow).toBe('116'))
  await user.click(screen.getByRole('button', { name: 'Table settings' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Contact' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Contact/ })).toBeNull())
  expect(settingsOfList('tenants')).toMatchObject({ hidden: ['contact'], widths: { contact: 116 } })
})

it('names the column it is filtered by, and removes the filter on request', async () => {
  await show(<Tenants />, '/?contact=Li')
  await waitFor(() => expect(api.seen.at(-1)?.body).toMatchObject({ contact: 'Li', page: 1 }))
  expect(await screen.findByText('Contact: Only Li')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear the “Contact” filter' }))
  await waitFor(() => expect(address()).toBe(''))
})

it('goes back to the page before a filter, however long the user typed', async () => {
  await show(<Tenants />, '/?page=2')
  await screen.findByText('Tenant 11')
  await user.type(screen.getByLabelText('Search'), 'Tenant 2')
  await waitFor(() => expect(address()).toBe('?keyWord=Tenant+2'))
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByText('Tenant 11')
  expect(address()).toBe('?page=2')
})

it('has its own page and filters in the address beside another list, and does not remember them', async () => {
  await show(<Tenants prefix="second." />, '/?page=2&keyWord=x&second.page=3')
  await screen.findByText('Tenant 21')
  await user.type(screen.getByLabelText('Search'), '25')
  await waitFor(() => expect(rows().map(([, name]) => name)).toEqual(['Tenant 25']))
  expect(address()).toBe('?page=2&keyWord=x&second.keyWord=25')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByText('Tenant 21')
  cleanup()
  await show(<Tenants prefix="second." />)
  await screen.findByText('Tenant 1')
  expect(address()).toBe('')
})

it('restores its filters and order for the same user', async () => {
  await show(<Tenants />)
  await user.type(await screen.findByLabelText('Search'), 'Tenant 2')
  await user.click(screen.getByRole('button', { name: 'Tenant name' }))
  const asked = () => Object.fromEntries(new URLSearchParams(address()))
  const left = { keyWord: 'Tenant 2', sortBy: 'tenantName', sortOrder: 'asc' }
  await waitFor(() => expect(asked()).toEqual(left))
  cleanup()
  await show(<Tenants />)
  await waitFor(() => expect(asked()).toEqual(left))
  await screen.findByText('Tenant 25')
  cleanup()
  await show(<Tenants />, '/?page=3')
  await screen.findByText('Tenant 21')
  expect(address()).toBe('?page=3')
})

it('moves columns by keyboard, and keeps the new order', async () => {
  await show(<Tenants />)
  await user.click(await screen.findByRole('button', { name: 'Table settings' }))
  const handle = await screen.findByRole('button', { name: 'Move “Contact”' })
  handle.focus()
  await user.keyboard('{ArrowUp}')
  const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  await waitFor(() => expect(titles()[1]).toContain('Contact'))
  expect(screen.getByText('“Contact” is now number 1 of 2')).toBeTruthy()
})

it('loads the rows again on request, and clears the search', async () => {
  await show(<Tenants />, '/?keyWord=Tenant+25')
  await screen.findByText('Tenant 25')
  api.seen.length = 0
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(api.seen).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Clear the search' }))
  await screen.findByText('Tenant 1')
})

/**
 * Returns 25 rows in pages. Except on the last page, the server reports that there are more rows than it counted.
 * @param max number of rows that the server counts
 */
const countedTo =
  (max: number): typeof found =>
  ({ body }) => {
    const { page, limit } = Object(body)
    const list = all.slice((page - 1) * limit, page * limit)
    const seen = page * limit
    return envelope(
      codes.ok,
      '',
      seen < all.length
        ? { list, totalCount: Math.max(max, seen), totalExceeded: true }
        : { list, totalCount: all.length },
    )
  }

const turn = (label: string) => user.click(screen.getByRole('listitem', { name: label }))

it('turns to uncounted pages, and shows the number of rows on the last page', async () => {
  response = countedTo(10)
  await show(<Tenants />)
  await screen.findByText('More than 10')
  await turn('下一页')
  await screen.findByText('Tenant 11')
  expect(screen.getByText('More than 20')).toBeTruthy()
  await turn('下一页')
  await screen.findByText('Tenant 25')
  expect(screen.getByText('25 in all')).toBeTruthy()
  expect(screen.getByRole('listitem', { name: '下一页' }).tabIndex).toBe(-1)
})

it('jumps to an uncounted page, and from beyond the last page to the last one', async () => {
  response = countedTo(10)
  await show(<Tenants />)
  await screen.findByText('More than 10')
  await user.type(screen.getByLabelText('Page'), '2')
  await user.tab()
  await screen.findByText('Tenant 11')
  await user.type(screen.getByLabelText('Page'), '700')
  await user.tab()
  await screen.findByText('Tenant 25')
  expect(address()).toBe('?page=3')
  expect(screen.getByText('25 in all')).toBeTruthy()
})

it('shows that a total is an estimate', async () => {
  response = () =>
    envelope(codes.ok, '', { list: all.slice(0, 10), totalCount: 15_486, totalEstimated: true })
  await show(<Tenants />)
  await screen.findByText('About 15,486')
  expect(screen.getByRole('listitem', { name: /1549/ })).toBeTruthy()
})
