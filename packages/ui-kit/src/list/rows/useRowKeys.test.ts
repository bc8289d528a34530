import { expect, it } from '@jest/globals'
import { keysAfter } from './useRowKeys.ts'

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }))
const keys = (...pages: readonly string[]) => {
  let before: ReturnType<typeof keysAfter> = new Map()
  for (const ids of pages) before = keysAfter(before, rowsOf(ids))
  return rowsOf(pages.at(-1) ?? '').map(({ id }) => before.get(id))
}

it('rows in another order keep their keys, also when they move once more', () => {
  expect(keys('abc', 'bca')).toEqual([1, 2, 0])
  expect(keys('abc', 'bca', 'cab')).toEqual([2, 0, 1])
})

it('other rows, more or fewer are keyed by their places', () => {
  for (const ids of ['def', 'abd', 'abcd', 'bc', '']) {
    expect(keys('abc', 'bca', ids)).toEqual([...ids].map((_, index) => index))
  }
})
