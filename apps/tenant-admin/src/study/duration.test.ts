import { expect, it } from '@jest/globals'
import { durationOf } from './duration.ts'

it.each([
  ['2026-01-01', '2027-12-31', '24个月', '24 months'],
  ['2026-01-15', '2026-02-14', '1个月', '1 month'],
  ['2026-01-01', '2026-02-15', '1个月15天', '1 month 15 days'],
  ['2026-03-01', '2026-03-02', '2天', '2 days'],
  ['2024-01-31', '2024-02-28', '1个月', '1 month'],
  ['2023-12-31', '2024-02-28', '2个月', '2 months'],
  ['2023-12-30', '2024-02-15', '1个月17天', '1 month 17 days'],
])('from %s to %s', (first, last, zh, en) => {
  expect([durationOf(first, last, 'zh'), durationOf(first, last, 'en')]).toEqual([zh, en])
})

it.each([
  ['', '2026-01-01'],
  ['2026-01-01', ''],
  ['2026-01-02', '2026-01-02'],
  ['2026-01-02', '2026-01-01'],
  ['2026-01-0', '2026-02-01'],
  ['2026-13-01', '2027-01-01'],
])('is none from %p to %p', (first, last) => {
  expect(durationOf(first, last, 'zh')).toBe('')
})
