import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { nextRuns } from './index.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const zones = [
  'America/Chicago',
  'America/New_York',
  'Europe/Berlin',
  'Africa/Casablanca',
  // The clock changes by half an hour, and by two hours.
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  // Midnight is skipped in spring and occurs twice in autumn.
  'Africa/Cairo',
  'America/Santiago',
  'America/Havana',
  'Atlantic/Azores',
  'Asia/Shanghai',
]

/** Returns a function that formats the local time in a zone as yyyy-MM-dd HH:mm. */
const clockIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return (instant: number) => format.format(instant)
}

const offset = (shown: string, instant: number) => Date.parse(`${shown.replace(' ', 'T')}Z`) - instant

/** Returns the hours of 2026 at whose start the clocks have changed; midyear for a zone without changes. */
const changesOf = (zone: string): number[] => {
  const shownAt = clockIn(zone)
  const found: number[] = []
  for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2026, 11, 30); at += hour)
    if (offset(shownAt(at - hour), at - hour) !== offset(shownAt(at), at)) found.push(at)
  return found.length > 0 ? found : [Date.UTC(2026, 6, 1)]
}

/** Generates the text of a field together with the values that it matches. */
const field = (last: number, steps: readonly number[]) => {
  const one = fc.integer({ min: 0, max: last })
  const list = fc
    .uniqueArray(one, { minLength: 1, maxLength: 4 })
    .map((values) => ({ text: values.join(','), values }))
  const range = fc.tuple(one, fc.integer({ min: 0, max: 5 })).map(([from, length]) => {
    const to = Math.min(last, from + length)
    return {
      text: `${from}-${to}`,
      values: Array.from({ length: to - from + 1 }, (_, index) => from + index),
    }
  })
  const step = fc.tuple(one, fc.constantFrom(...steps)).map(([from, every]) => ({
    text: `${from}/${every}`,
    values: Array.from({ length: Math.floor((last - from) / every) + 1 }, (_, index) => from + index * every),
  }))
  return fc.oneof(list, range, step)
}

const everyHour = { text: '*', values: Array.from({ length: 24 }, (_, index) => index) }

interface Change {
  readonly zone: string
  readonly at: number
}

interface Times {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
}

/** Returns the clock's reading at every minute from two days before a change to two days after it. */
const readingsAround = ({ zone, at }: Change) => {
  const shownAt = clockIn(zone)
  const start = at - 2 * day
  const instants = Array.from({ length: (4 * day) / minute }, (_, index) => start + index * minute)
  return instants.map((instant) => ({ instant, shown: shownAt(instant) }))
}

const changes = zones.flatMap((zone) => changesOf(zone).map((at) => ({ zone, at })))
const readingsOf = new Map(changes.map((change) => [change, readingsAround(change)]))

/** Computes the expected runs by checking every minute around a change. */
function expectedRuns(change: Change, { minutes, hours }: Times): string[] {
  const readings = readingsOf.get(change) ?? []
  const isDue = (shown: string) =>
    hours.includes(Number(shown.slice(11, 13))) && minutes.includes(Number(shown.slice(14)))
  if (hours.length === 24)
    return readings.filter(({ shown }) => isDue(shown)).map(({ instant }) => iso(instant))
  const runs = new Set<string>()
  const [first = '', last = ''] = [readings[0]?.shown, readings.at(-1)?.shown]
  for (let written = Date.parse(`${first.replace(' ', 'T')}Z`); ; written += minute) {
    const reading = new Date(written).toISOString().slice(0, 16).replace('T', ' ')
    if (reading > last) return [...runs]
    // If the clock skips this time, the run is due at the first instant with a later reading.
    const run = isDue(reading) && readings.find(({ shown }) => shown >= reading)
    if (run) runs.add(iso(run.instant))
  }
}

const iso = (instant: number) => new Date(instant).toISOString()

describe('a change of clocks', () => {
  it('is covered by zones that change by an hour, by other amounts and not at all', () => {
    expect(changes.length).toBeGreaterThan(zones.length)
  })

  it('never skips a time in a list, range or step, and never runs one twice', () => {
    const times = fc.record({
      change: fc.constantFrom(...changes),
      minutes: field(59, [7, 10, 15, 20, 30]),
      hours: fc.oneof(field(23, [1, 2, 3, 6, 12]), fc.constant(everyHour)),
      /** Minutes relative to the change, from a day before to a day after. */
      start: fc.integer({ min: -24 * 60, max: 24 * 60 }),
    })
    fc.assert(
      fc.property(times, ({ change, minutes, hours, start }) => {
        const from = change.at + start * minute
        const expected = expectedRuns(change, { minutes: minutes.values, hours: hours.values })
          .filter((run) => run > iso(from))
          .slice(0, 40)
        const runs = nextRuns({
          expression: `0 ${minutes.text} ${hours.text} * * ?`,
          zone: change.zone,
          from: new Date(from),
          count: expected.length,
        })
        expect(runs.map((run) => run.toISOString())).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    // On 8 March at 02:00 the clocks go forward to 03:00.
    [
      '0 30 2,14 * * ?',
      'America/Chicago',
      '2026-03-08T06:00:00Z',
      ['03-08T08:00', '03-08T19:30', '03-09T07:30'],
    ],
    [
      '0 0/15 2 * * ?',
      'America/Chicago',
      '2026-03-08T06:00:00Z',
      ['03-08T08:00', '03-09T07:00', '03-09T07:15'],
    ],
    [
      '0 30 * * * ?',
      'America/Chicago',
      '2026-03-08T07:00:00Z',
      ['03-08T07:30', '03-08T08:30', '03-08T09:30'],
    ],
    // On 1 November at 02:00 the clocks go back to 01:00.
    [
      '0 30 1,13 * * ?',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['11-01T05:30', '11-01T18:30', '11-02T06:30'],
    ],
    [
      '0 0,30 1 * * ?',
      'America/New_York',
      '2026-11-01T04:00:00Z',
      ['11-01T05:00', '11-01T05:30', '11-02T06:00'],
    ],
    [
      '0 0/30 * * * ?',
      'America/New_York',
      '2026-11-01T05:15:00Z',
      ['11-01T05:30', '11-01T06:00', '11-01T06:30'],
    ],
  ])('has %s in %s run from %s at %j', (expression, zone, from, expected) => {
    const runs = nextRuns({ expression, zone, from: new Date(from), count: 3 })
    expect(runs.map((run) => run.toISOString().slice(5, 16))).toEqual(expected)
  })
})
