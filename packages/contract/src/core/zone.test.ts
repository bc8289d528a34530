import { expect, it } from '@jest/globals'
import { clockOf, isTimeZone } from './zone.ts'

const instantOf = (zone: string, reading: string) =>
  new Date(clockOf(zone).instantOf(Date.parse(`${reading}Z`))).toISOString()

it.each([
  ['Asia/Shanghai', '2026-05-02T00:00:00', '2026-05-01T16:00:00.000Z'],
  ['UTC', '2026-05-02T00:00:00', '2026-05-02T00:00:00.000Z'],
  // At 02:00 the clocks go forward to 03:00.
  ['America/Chicago', '2026-03-08T02:30:00', '2026-03-08T08:00:00.000Z'],
  ['America/Chicago', '2026-03-08T03:00:00', '2026-03-08T08:00:00.000Z'],
  // At 02:00 the clocks go back to 01:00.
  ['America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01T02:00:00', '2026-11-01T07:00:00.000Z'],
  // The clocks change by half an hour.
  ['Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:30:00.000Z'],
  // A whole day is skipped.
  ['Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T10:00:00.000Z'],
  // Before standard time, offsets included seconds.
  ['Asia/Shanghai', '1890-01-01T00:00:00', '1889-12-31T15:54:17.000Z'],
])('finds the instant at which the clock of %s shows %s', (zone, reading, expected) => {
  expect(instantOf(zone, reading)).toBe(expected)
})

it('returns the local time of a zone at an instant', () => {
  const { readingAt } = clockOf('America/New_York')
  expect(new Date(readingAt(Date.parse('2026-11-01T06:30:00Z'))).toISOString()).toBe(
    '2026-11-01T01:30:00.000Z',
  )
})

it('recognises valid time zones and rejects others', () => {
  expect(['Asia/Shanghai', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false])
  expect(() => clockOf('Mars/Olympus')).toThrow(RangeError)
})
