import { codes } from '@atrium/contract'
import { envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { show, user } from '../test-support/render.tsx'
import { DictionaryName, DictionarySelect } from './index.ts'

/** More entries than a lookup loads at once. */
const entries = Array.from({ length: 1500 }, (_, index) => ({
  id: `e${index}`,
  displayName: `Position ${String(index).padStart(4, '0')}`,
}))
let category = entries

function find({ body }: SeenRequest) {
  const { id = '', keyWord = '', page = 1, limit = 10 } = Object(body)
  const found = category.filter(
    (entry) => (id === '' || entry.id === id) && entry.displayName.includes(keyWord),
  )
  const list = found.slice((page - 1) * limit, page * limit)
  return envelope(codes.ok, '', { list, totalCount: found.length })
}

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi(find)
})
afterAll(() => api.stop())
beforeEach(() => {
  api.seen.length = 0
  category = entries
})

function Select({ chosen = '' }) {
  const [value, choose] = useState(chosen)
  return (
    <>
      <DictionarySelect categoryId="2" label="Position" value={value} onChange={choose} />
      <output>{value}</output>
    </>
  )
}

const select = () => screen.getByRole('combobox', { name: 'Position' })
const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('shows that a category has more entries, and lets the server search them', async () => {
  await show(<Select />)
  await user.click(select())
  expect(await screen.findByText('More exist: type to narrow down')).toBeTruthy()
  expect(offered()).toHaveLength(50)
  await user.paste('1234')
  await waitFor(() => expect(offered()).toEqual(['Position 1234']))
  expect(screen.queryByText('More exist: type to narrow down')).toBeNull()
  await user.click(screen.getByRole('option'))
  expect(screen.getByRole('status').textContent).toBe('e1234')
  await waitFor(() => expect(select().textContent).toContain('Position 1234'))
})

it('names a chosen entry that is not among the first ones', async () => {
  await show(
    <>
      <Select chosen="e1400" />
      <p>
        <DictionaryName categoryId="2" id="e1401" />
      </p>
    </>,
  )
  await waitFor(() => expect(select().textContent).toContain('Position 1400'))
  expect(await screen.findByText('Position 1401')).toBeTruthy()
})

it('shows that the chosen entry does not exist', async () => {
  await show(<Select chosen="gone" />)
  await waitFor(() => expect(select().textContent).toContain('does not exist'))
})

it('searches a fully loaded category without calling the server', async () => {
  category = entries.slice(0, 50)
  await show(<Select />)
  await user.click(select())
  await waitFor(() => expect(offered()).toHaveLength(50))
  await user.paste('0042')
  await waitFor(() => expect(offered()).toEqual(['Position 0042']))
  expect(screen.queryByText('More exist: type to narrow down')).toBeNull()
  expect(api.seen).toHaveLength(1)
})
