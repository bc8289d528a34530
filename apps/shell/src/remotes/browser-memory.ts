import { storageKeys } from '@atrium/shared-api'

/** Values kept in memory because the browser rejected them. */
const ofPage = new Map<string, string>()

/** Returns the value stored under a key. */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? ofPage.get(key)
  } catch {
    return ofPage.get(key)
  }
}

/** Stores a value in the browser, and in memory if the browser rejects it. */
export function keep(key: string, value: string): void {
  ofPage.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // The value stays in memory.
  }
}

/** Returns a fixed random number of this browser from 0 to 99, for comparison with a rollout percentage. */
export function shareOfBrowser(): number {
  const share = Number(kept(storageKeys.rolloutBucket) ?? Number.NaN)
  if (Number.isInteger(share) && share >= 0 && share < 100) return share
  const drawn = Math.floor(Math.random() * 100)
  keep(storageKeys.rolloutBucket, String(drawn))
  return drawn
}

const keyOfLastGood = (name: string): string => `${storageKeys.lastGoodRelease}.${name}`

/** The release of a remote that last worked in this browser. */
export const lastGood = {
  get: (name: string): string | undefined => kept(keyOfLastGood(name)),
  set: (name: string, version: string): void => keep(keyOfLastGood(name), version),
}
