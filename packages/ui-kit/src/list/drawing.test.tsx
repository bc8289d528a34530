import { codes, tenantList, type UserInfo } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { show, user } from '../test-support/render.tsx'
import { KeywordInput } from './filters.tsx'
import type { Column, RowOf } from './index.ts'
import { ListCard } from './ListCard.tsx'
import { useList } from './useList.ts'

/** The rows whose cell was drawn, in order. */
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
  // Another user each time, without stored filters.
  users += 1
  useSession.setState({ user: { id: String(users) } as UserInfo })
  await show(<Tenants />)
  await screen.findByText('Tenant -1-0')
  drawn = []
})

it('typing in a filter draws no row again; what is found is drawn once', async () => {
  await user.type(screen.getByLabelText('Search'), 'abc')
  await screen.findByText('Tenant abc-1-0')
  expect(drawn).toEqual(idsOf('abc-1-'))
})

it('the next page is rendered once, and the previous one not again', async () => {
  await user.click(within(screen.getByRole('navigation')).getByText('2'))
  await screen.findByText('Tenant -2-0')
  await waitFor(() => expect(screen.getByText('11')).toBeTruthy())
  expect(drawn).toEqual(idsOf('-2-'))
})
