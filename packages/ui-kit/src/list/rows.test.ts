import { expect, it } from '@jest/globals'
import { keysAfter } from './rows.ts'

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }))
const keys = (...pages: readonly string[]) => {
  let before: ReturnType<typeof keysAfter> = new Map()
  for (const ids of pages) before = keysAfter(before, rowsOf(ids))
  return rowsOf(pages.at(-1) ?? '').map(({ id }) => before.get(id))
}

it('keeps the keys of reordered rows, even when they move again', () => {
  expect(keys('abc', 'bca')).toEqual([1, 2, 0])
  expect(keys('abc', 'bca', 'cab')).toEqual([2, 0, 1])
})

it('keeps the keys of remaining rows when others come and go', () => {
  expect(keys('abc', 'xabc')).toEqual([3, 0, 1, 2])
  expect(keys('abc', 'xabc', 'bcy')).toEqual([1, 2, 0])
})

it('reuses the keys of removed rows for new rows, in order', () => {
  expect(keys('abc', 'def')).toEqual([0, 1, 2])
  expect(keys('abc', 'bca', 'defg')).toEqual([0, 1, 2, 3])
  expect(keys('abc', 'dbe')).toEqual([0, 1, 2])
  expect(keys('abc', '', 'de')).toEqual([0, 1])
})
