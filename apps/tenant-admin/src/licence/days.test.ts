import { expect, it } from '@jest/globals'
import { daysBetween, todayIn } from './days.ts'

it('returns the current day in a time zone', () => {
  const now = new Date('2026-03-01T17:00:00Z')
  expect(todayIn('Asia/Shanghai', now)).toBe('2026-03-02')
  expect(todayIn('UTC', now)).toBe('2026-03-01')
})

it('counts days across months, leap days and clock changes', () => {
  expect(daysBetween('2026-03-01', '2026-03-01')).toBe(0)
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
  expect(daysBetween('2026-03-02', '2026-03-01')).toBe(-1)
})
