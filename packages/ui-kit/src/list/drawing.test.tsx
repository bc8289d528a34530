import { codes, tenantList, type UserInfo } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { show, user } from '../test-support/render.tsx'
import { KeywordInput } from './filters.tsx'
import type { Column, RowOf } from './index.ts'
import { ListCard } from './ListCard.tsx'
import { useList } from './use-list.ts'

/** Ids of the rows whose cells were rendered, in order. */
let drawn: string[] = []
const filters = { keyWord: '' }
const columns: readonly Column<RowOf<typeof tenantList>>[] = [
  {
    key: 'tenantName',
    title: 'Tenant name',
    width: 200,
    sortable: true,
    render: ({ id, tenantName }) => {
      drawn.push(id)
      return tenantName
    },
  },
]

function Tenants() {
  const list = useList(tenantList, { filters })
  return (
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
  )
}

const rowsOf = (series: string) =>
  Array.from({ length: 10 }, (_, row) => ({ id: `${series}${row}`, tenantName: `Tenant ${series}${row}` }))
const idsOf = (series: string) => rowsOf(series).map(({ id }) => id)

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(({ body }) => {
    const { keyWord = '', page } = Object(body)
    return envelope(codes.ok, '', { list: rowsOf(`${keyWord}-${page}-`), totalCount: 30 })
  })
})
afterAll(() => api.stop())
afterEach(cleanup)
let users = 0
beforeEach(async () => {
  // A new user for each test, without stored filters.
  users += 1
  useSession.setState({ user: { id: String(users), menuList: [] } as Partial<UserInfo> as UserInfo })
  await show(<Tenants />)
  await screen.findByText('Tenant -1-0')
  drawn = []
})

it('renders no row again while the user types in a filter, and renders each result once', async () => {
  await user.type(screen.getByLabelText('Search'), 'abc')
  await screen.findByText('Tenant abc-1-0')
  expect(drawn).toEqual(idsOf('abc-1-'))
})

it('renders the next page once, and does not render the previous page again', async () => {
  await user.click(within(screen.getByRole('navigation')).getByText('2'))
  await screen.findByText('Tenant -2-0')
  await waitFor(() => expect(screen.getByText('11')).toBeTruthy())
  expect(drawn).toEqual(idsOf('-2-'))
})
