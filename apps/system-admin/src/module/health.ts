import type { ReleaseHealth } from '@atrium/contract'
import type { Tone } from '@atrium/ui-kit/list'

/** Web Vitals: largest contentful paint, interaction to next paint, cumulative layout shift. */
export type Vital = 'lcp' | 'inp' | 'cls'

export type Rating = 'good' | 'improvable' | 'poor'

/**
 * Values up to the first limit are good, and values above the second are poor. LCP and INP are in milliseconds
 * (https://web.dev/articles/vitals).
 */
const limits: Readonly<Record<Vital, readonly [number, number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}

/** Rates a measured Web Vital. */
export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = limits[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'improvable' : 'poor'
}

/**
 * Returns the share of users for whom a release failed, from 0 to 1. Users without a sign-in count by network
 * address.
 * @returns undefined if no attempts were reported
 */
export const failureRate = (health: ReleaseHealth): number | undefined => {
  const seen = health.persons + health.addresses
  return seen === 0 ? undefined : (health.failedPersons + health.failedAddresses) / seen
}

type State = 'unknown' | 'fine' | 'unsteady' | 'failing'

/** Tolerated failure rate. Networks fail occasionally, which is not the fault of a release. */
const usualRate = 0.01

/**
 * Rates a release.
 * @param limit percentage of failing users at which a release is rolled back automatically
 */
export function stateOf(health: ReleaseHealth, limit: number): State {
  const rate = failureRate(health)
  if (rate === undefined) return 'unknown'
  if (rate * 100 >= limit) return 'failing'
  return rate > usualRate ? 'unsteady' : 'fine'
}

export const toneOfState: Readonly<Record<State, Tone>> = {
  unknown: 'plain',
  fine: 'good',
  unsteady: 'warning',
  failing: 'bad',
}

export const toneOfRating: Readonly<Record<Rating, Tone>> = {
  good: 'good',
  improvable: 'warning',
  poor: 'bad',
}
