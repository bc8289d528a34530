import { describe, expect, it } from '@jest/globals'
import { nextRuns } from './index.ts'

const runs = (expression: string, start: string, { zone = 'Asia/Shanghai', count = 3 } = {}) =>
  nextRuns({ expression, zone, from: new Date(start), count }).map((run) => run.toISOString().slice(0, 19))

const dayLength = 86_400_000

/** Returns the days from 2027 to 2032 that match a condition, checking each day. */
function days(holds: (date: Date, lastDay: number) => boolean): string[] {
  const found: string[] = []
  for (let time = Date.UTC(2027, 0, 1); time < Date.UTC(2033, 0, 1); time += dayLength) {
    const date = new Date(time)
    const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    if (holds(date, lastDay)) found.push(date.toISOString().slice(0, 10))
  }
  return found
}

const isWorkday = (date: Date): boolean => date.getUTCDay() % 6 !== 0
const inMonth = (date: Date, day: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day))

/** Returns the weekday (Monday to Friday) nearest to a day, within the month of a date. */
function nearest(date: Date, day: number, lastDay: number): number | undefined {
  const candidates = [0, -1, 1, -2, 2].map((distance) => day + distance)
  if (day > lastDay) return undefined
  return candidates.find((one) => one >= 1 && one <= lastDay && isWorkday(inMonth(date, one)))
}

describe('the days of an expression', () => {
  it.each<[string, (date: Date, lastDay: number) => boolean]>([
    ['* * ?', () => true],
    ['L * ?', (date, lastDay) => date.getUTCDate() === lastDay],
    ['L-1 * ?', (date, lastDay) => date.getUTCDate() === lastDay - 1],
    ['L-3 * ?', (date, lastDay) => date.getUTCDate() === lastDay - 3],
    ['L-3 2 ?', (date, lastDay) => date.getUTCMonth() === 1 && date.getUTCDate() === lastDay - 3],
    ['L-28 * ?', (date, lastDay) => date.getUTCDate() === lastDay - 28],
    ['L-30 * ?', (date, lastDay) => date.getUTCDate() === lastDay - 30],
    ['LW * ?', (date, lastDay) => date.getUTCDate() === nearest(date, lastDay, lastDay)],
    ['1W * ?', (date, lastDay) => date.getUTCDate() === nearest(date, 1, lastDay)],
    ['15W * ?', (date, lastDay) => date.getUTCDate() === nearest(date, 15, lastDay)],
    ['31W * ?', (date, lastDay) => date.getUTCDate() === nearest(date, 31, lastDay)],
    ['29 2 ?', (date) => date.getUTCMonth() === 1 && date.getUTCDate() === 29],
    ['? * 1', (date) => date.getUTCDay() === 0],
    ['? * 2-6', isWorkday],
    ['? * L', (date) => date.getUTCDay() === 6],
    ['? * 6#3', (date) => date.getUTCDay() === 5 && date.getUTCDate() > 14 && date.getUTCDate() < 22],
    ['? * 2#5', (date) => date.getUTCDay() === 1 && date.getUTCDate() > 28],
    ['? * 6L', (date, lastDay) => date.getUTCDay() === 5 && date.getUTCDate() > lastDay - 7],
    ['? */4 7', (date) => [0, 4, 8].includes(date.getUTCMonth()) && date.getUTCDay() === 6],
  ])('%s', (date, holds) => {
    const found = runs(`0 0 12 ${date} 2027-2032`, '2026-11-22T00:00:00Z', { zone: 'UTC', count: 3000 })
    expect(found).toEqual(days(holds).map((one) => `${one}T12:00:00`))
  })
})

describe('runs', () => {
  it('come after the instant, in the zone', () => {
    expect(runs('0 0 9 * * ?', '2026-11-22T01:00:00Z', { count: 2 })).toEqual([
      '2026-11-23T01:00:00',
      '2026-11-24T01:00:00',
    ])
    expect(runs('* * * * * ? *', '2026-11-22T01:00:00.5Z', { count: 2 })).toEqual([
      '2026-11-22T01:00:01',
      '2026-11-22T01:00:02',
    ])
  })

  it('are empty if an expression never comes due', () => {
    expect(runs('0 0 0 30 2 ? *', '2026-11-22T00:00:00Z')).toEqual([])
    expect(runs('0 0 0 L-30 2 ? *', '2026-11-22T00:00:00Z')).toEqual([])
    expect(runs('0 0 0 1 1 ? 2020', '2026-11-22T00:00:00Z')).toEqual([])
  })

  it('happen once when the clocks change', () => {
    const zone = 'Europe/Berlin'
    // On 29 March 2026 at 02:00 the clocks go forward to 03:00, on 25 October at 03:00 back to 02:00.
    expect(runs('0 30 2 * * ?', '2026-03-28T12:00:00Z', { zone, count: 2 })).toEqual([
      '2026-03-29T01:00:00',
      '2026-03-30T00:30:00',
    ])
    expect(runs('0 30 2 * * ?', '2026-10-24T12:00:00Z', { zone, count: 2 })).toEqual([
      '2026-10-25T00:30:00',
      '2026-10-26T01:30:00',
    ])
    expect(runs('0 30 2 L-6 * ?', '2026-10-24T12:00:00Z', { zone, count: 1 })).toEqual([
      '2026-10-25T00:30:00',
    ])
  })

  it('are not computed for an invalid expression', () => {
    expect(() => runs('* * * * *', '2026-11-22T00:00:00Z')).toThrow('is not a valid cron expression')
    expect(() => runs('* * * * * ?', '2026-11-22T00:00:00Z', { zone: 'Nowhere/Land' })).toThrow()
  })
})
