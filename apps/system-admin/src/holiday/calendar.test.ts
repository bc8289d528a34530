import { describe, expect, it } from '@jest/globals'
import { countIn, dayKindsOf, daysIn } from './calendar.ts'

const days = { lawHolidays: '2026-10-01,2026-10-02,2027-01-01', extraWorkdays: '2026-10-10' }

describe('a calendar', () => {
  it('is converted to marks and back to days', () => {
    expect(dayKindsOf(days).get('2026-10-10')).toBe('workday')
    expect(daysIn(dayKindsOf(days))).toEqual(days)
    expect(daysIn(dayKindsOf({ lawHolidays: '', extraWorkdays: '' }))).toEqual({
      lawHolidays: '',
      extraWorkdays: '',
    })
  })

  it('counts the days of a year', () => {
    expect([2025, 2026, 2027].map((year) => countIn(year, days.lawHolidays))).toEqual([0, 2, 1])
  })
})
