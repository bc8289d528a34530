import { expect, test } from '@jest/globals'
import { passes, verdictTable } from './verdict.ts'

test('a limit itself is within its bound', () => {
  expect(passes({ what: 'bytes', measured: 210, limit: 210, bound: 'max' })).toBe(true)
  expect(passes({ what: 'bytes', measured: 210.1, limit: 210, bound: 'max' })).toBe(false)
  expect(passes({ what: 'rate', measured: 0.75, limit: 0.75, bound: 'min' })).toBe(true)
  expect(passes({ what: 'rate', measured: 0.7, limit: 0.75, bound: 'min' })).toBe(false)
})

test('a figure that cannot be compared fails', () => {
  expect(passes({ what: 'ratio', measured: Number.NaN, limit: 1.2, bound: 'max' })).toBe(false)
})

test('the table names figure, limit and verdict', () => {
  const check = {
    what: 'Bytes',
    measured: 1234.5,
    limit: 1000,
    bound: 'max',
    unit: 'kB',
    decimals: 1,
  } as const
  expect(verdictTable([check])).toContain('| Bytes | 1,234.5 kB | ≤ 1,000.0 kB | **FAIL** |')
})
