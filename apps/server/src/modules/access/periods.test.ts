import { describe, expect, it } from '@jest/globals'
import { daysIn, monthsLater, periodColumns, periodIssues, periodState, remindedAt } from './periods.ts'

const fields = { from: 'accessFrom', until: 'accessUntil' }
const dayLength = 86_400_000

describe('days of a time zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-30', '2026-11-29T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Clocks skip midnight: the day begins at one o'clock.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ])('begin and end at midnight there (%s, %s)', (zone, day, begin, end) => {
    const days = daysIn(zone)
    expect(days.begin(day)?.toISOString()).toBe(begin)
    expect(days.end(day)?.toISOString()).toBe(end)
    expect(days.period({ from: new Date(begin), until: new Date(end) })).toEqual({ from: day, until: day })
  })

  it('have no instant without a day', () => {
    const days = daysIn('Asia/Shanghai')
    expect([days.begin(''), days.end('')]).toEqual([null, null])
    expect(days.shownAccess(null, null)).toEqual({
      accessFrom: '',
      accessUntil: '',
      accessState: 'current',
    })
  })
})

describe('the state of a period', () => {
  it('follows the present instant', () => {
    const at = (days: number) => new Date(Date.now() + days * dayLength)
    expect(periodState({ from: at(-1), until: at(1) })).toBe('current')
    expect(periodState({ from: at(1), until: at(2) })).toBe('upcoming')
    expect(periodState({ from: null, until: at(-1) })).toBe('ended')
    expect(periodState({ from: null, until: null })).toBe('current')
  })
})

describe('the faults of a new period', () => {
  const issues = (from: string, until: string, before?: { from: string; until: string }) =>
    periodIssues(fields, { from, until }, '2026-06-15', before).map(({ path, message }) => [path[0], message])

  it('are an end before the begin, and a begin or an end before today', () => {
    expect(issues('2026-06-15', '2026-06-15')).toEqual([])
    expect(issues('', '')).toEqual([])
    expect(issues('2026-06-20', '2026-06-19')).toEqual([['accessUntil', 'rule.periodOrder']])
    expect(issues('', '2026-06-14')).toEqual([['accessUntil', 'rule.periodOver']])
    expect(issues('2026-06-14', '')).toEqual([['accessFrom', 'rule.periodBegun']])
  })

  it('do not include days that stay the same', () => {
    expect(issues('2026-06-01', '2026-06-10', { from: '2026-06-01', until: '2026-06-10' })).toEqual([])
    expect(issues('2026-06-01', '2026-06-30', { from: '2026-06-01', until: '2026-06-10' })).toEqual([])
    expect(issues('2026-06-02', '', { from: '2026-06-01', until: '' })).toEqual([
      ['accessFrom', 'rule.periodBegun'],
    ])
  })
})

describe('a chosen end', () => {
  it.each([
    [20, null],
    [14.5, 14],
    [10, 14],
    [3.5, 3],
    [1, 3],
  ])('counts the reminders as sent that were due before it was chosen (%p days)', (left, days) => {
    expect(remindedAt(new Date(Date.now() + left * dayLength))).toBe(days)
  })

  it('is stored with who chose it, and an omitted one changes nothing', () => {
    const choosing = { timeZone: 'Asia/Shanghai', userId: 'u1' }
    expect(periodColumns('role', { until: '2099-01-01' }, choosing)).toEqual({
      roleUntil: new Date('2099-01-01T16:00:00Z'),
      roleUntilBy: 'u1',
      roleReminded: null,
    })
    expect(periodColumns('access', { until: '' }, choosing)).toEqual({
      accessUntil: null,
      accessUntilBy: null,
      accessReminded: null,
    })
    expect(periodColumns('access', {}, choosing)).toEqual({})
  })
})

it('finds the same day of a later month, or its last day', () => {
  expect(monthsLater('2026-11-27', 3)).toBe('2027-02-27')
  expect(monthsLater('2026-12-31', 2)).toBe('2027-02-28')
})
