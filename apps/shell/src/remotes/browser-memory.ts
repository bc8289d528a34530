import { storageKeys } from '@atrium/shared-api'

/** The values that the browser rejected to store, kept by this page. */
const ofPage = new Map<string, string>()

/** Returns the value stored under a key. */
export function kept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? ofPage.get(key)
  } catch {
    return ofPage.get(key)
  }
}

/** Stores a value in the browser, or in the page if the browser rejects it. */
export function keep(key: string, value: string): void {
  ofPage.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // This page still remembers it.
  }
}

/** Returns a number from 0 to 99 that this browser keeps, for comparison with a rollout percentage. */
export function shareOfBrowser(): number {
  const share = Number(kept(storageKeys.releaseShare) ?? Number.NaN)
  if (Number.isInteger(share) && share >= 0 && share < 100) return share
  const drawn = Math.floor(Math.random() * 100)
  keep(storageKeys.releaseShare, String(drawn))
  return drawn
}

const keyOfLastGood = (name: string): string => `${storageKeys.lastGoodRelease}.${name}`

/** The release of a remote that this browser ran last. */
export const lastGood = {
  get: (name: string): string | undefined => kept(keyOfLastGood(name)),
  set: (name: string, version: string): void => keep(keyOfLastGood(name), version),
}
