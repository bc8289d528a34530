import { describe, expect, it, test } from '@jest/globals'
import { failureRate, ratingOf, stateOf } from './health.ts'

const health = (loads: number, failures: number) => ({
  loads,
  failures,
  failedSessions: failures,
  readyTime: null,
  lcp: null,
  inp: null,
  cls: null,
})

test.each([
  ['lcp', 2500, 'good'],
  ['lcp', 2501, 'improvable'],
  ['lcp', 4001, 'poor'],
  ['inp', 200, 'good'],
  ['inp', 500, 'improvable'],
  ['inp', 501, 'poor'],
  ['cls', 0.1, 'good'],
  ['cls', 0.25, 'improvable'],
  ['cls', 0.3, 'poor'],
] as const)('%s of %d is %s', (vital, value, rating) => {
  expect(ratingOf(vital, value)).toBe(rating)
})

describe('a release', () => {
  it('of which nobody has told is neither good nor bad', () => {
    expect([failureRate(health(0, 0)), stateOf(health(0, 0), 20)]).toEqual([undefined, 'unknown'])
  })

  it.each([
    [99, 1, 'fine'],
    [98, 2, 'unsteady'],
    [81, 19, 'unsteady'],
    [80, 20, 'failing'],
    [0, 1, 'failing'],
  ])('with %d loads and %d failures is %3$s', (loads, failures, state) => {
    expect(stateOf(health(loads, failures), 20)).toBe(state)
  })
})
