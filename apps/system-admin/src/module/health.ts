import type { ReleaseHealth } from '@atrium/contract'
import type { Tone } from '@atrium/ui-kit/list'

/** Web Vitals that browsers measure: largest contentful paint, interaction to next paint, cumulative layout shift. */
export type Vital = 'lcp' | 'inp' | 'cls'

export type Rating = 'good' | 'improvable' | 'poor'

/** Good up to the first, poor beyond the second; of LCP and INP in milliseconds (https://web.dev/articles/vitals). */
const limits: Readonly<Record<Vital, readonly [number, number]>> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
}

/** What a measured Web Vital means to users. */
export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = limits[vital]
  if (value <= good) return 'good'
  return value <= poor ? 'improvable' : 'poor'
}

/**
 * The part of users for whom a release failed, from 0 to 1; undefined where nobody tried. People who are not signed in
 * count by their network address.
 */
export const failureRate = (health: ReleaseHealth): number | undefined => {
  const seen = health.persons + health.addresses
  return seen === 0 ? undefined : (health.failedPersons + health.failedAddresses) / seen
}

type State = 'unknown' | 'fine' | 'unsteady' | 'failing'

/** A network that fails now and then is no fault of a release. */
const usualRate = 0.01

/**
 * How a release does.
 * @param limit the percentage of users at which a release is rolled back by itself
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
