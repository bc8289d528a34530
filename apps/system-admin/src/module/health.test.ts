import { describe, expect, it, test } from '@jest/globals'
import { failureRate, ratingOf, stateOf } from './health.ts'

const health = (persons: number, failedPersons: number, addresses = 0, failedAddresses = 0) => ({
  loads: 9 * persons,
  failures: failedPersons,
  persons,
  failedPersons,
  addresses,
  failedAddresses,
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
] as const)('rates %s of %d as %s', (vital, value, rating) => {
  expect(ratingOf(vital, value)).toBe(rating)
})

describe('a release', () => {
  it('is neither good nor bad without reports', () => {
    expect([failureRate(health(0, 0)), stateOf(health(0, 0), 20)]).toEqual([undefined, 'unknown'])
  })

  it.each([
    [100, 1, 'fine'],
    [100, 2, 'unsteady'],
    [100, 19, 'unsteady'],
    [100, 20, 'failing'],
    [1, 1, 'failing'],
  ])('with %d users and %d failures is %s', (persons, failed, state) => {
    expect(stateOf(health(persons, failed), 20)).toBe(state)
  })

  it('counts users without a sign-in by their network addresses', () => {
    expect(failureRate(health(10, 1, 10, 3))).toBe(0.2)
    expect(failureRate(health(0, 0, 4, 1))).toBe(0.25)
  })
})
