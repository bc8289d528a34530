import type { Profile } from '@atrium/contract'
import { plainProfile } from './plain.ts'

/** Id of the page's element in which the server hands the profile over, as JSON. */
export const profileElement = 'atrium-profile'

let known: Profile = plainProfile

/** Takes a deployment's profile over; the host does it once, before anything is shown. */
export function installProfile(profile: Profile): void {
  known = profile
}

/**
 * Takes over the profile that came with the page. The server has checked it; a page without one, as in somebody
 * else's portal, keeps the plain profile.
 */
export function readPageProfile(): void {
  const text = document.getElementById(profileElement)?.textContent
  if (text) installProfile(JSON.parse(text) as Profile)
}

/** The profile of this deployment; it does not change while a page is open. */
export const profile = (): Profile => known
