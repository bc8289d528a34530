import { describe, expect, it } from '@jest/globals'
import { addDays, addMonths, daysBetween, rangesOf, weekdayOf, weeksOf } from './days.ts'

describe('days', () => {
  it('cross the ends of months and years, and leap days', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  })

  it('are numbered from Monday within a week', () => {
    expect(['2026-06-01', '2026-06-06', '2026-06-07'].map(weekdayOf)).toEqual([0, 5, 6])
  })

  it('are listed between two days given in either order', () => {
    const days = ['2026-02-27', '2026-02-28', '2026-03-01']
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(days)
    expect(daysBetween('2026-03-01', '2026-02-27')).toEqual(days)
    expect(daysBetween('2026-03-01', '2026-03-01')).toEqual(['2026-03-01'])
  })

  it('are grouped into weeks that start on Monday', () => {
    const weeks = weeksOf(2026, 2)
    expect(weeks).toHaveLength(5)
    expect(weeks[0]).toEqual([...Array(6).fill(undefined), '2026-02-01'])
    expect(weeks[4]?.[5]).toBe('2026-02-28')
    expect(weeks.flat().filter(Boolean)).toHaveLength(28)
  })

  it('are grouped into ranges if they are consecutive', () => {
    expect(rangesOf([])).toEqual([])
    expect(rangesOf(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-03'])).toEqual([
      { first: '2026-12-30', last: '2027-01-01' },
      { first: '2027-01-03', last: '2027-01-03' },
    ])
  })
})
