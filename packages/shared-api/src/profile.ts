import type { PublicProfile } from '@atrium/contract'

/**
 * The result of the contract's schema for an empty profile, written out so that the browser need not load the schema.
 */
export const plainProfile: PublicProfile = {
  systemName: { zh: 'Atrium 用户中心', en: 'Atrium User Centre' },
  brand: {
    colour: '#165dff',
    logo: '/brand/logo.svg',
    logoDark: '/brand/logo-dark.svg',
    mark: '/brand/mark.svg',
    icon: '/brand/favicon.svg',
  },
  copyright: { zh: '', en: '' },
  filing: '',
  apiPrefix: '/api',
  publicUrl: 'http://localhost:8080',
  support: { hotline: '', email: '' },
  ctms: { basePath: '', publicKey: '', signInLinkEnabled: false, signInLink: '' },
  landingLink: '',
  encryptValues: true,
  sso: { issuer: '', clientId: '' },
  sessionLifetime: { administratorHours: 12, otherDays: 30 },
  identitySources: [],
  timeZone: 'Asia/Shanghai',
  embeddingOrigins: [],
  frameAncestors: [],
  modules: {
    origins: [],
    overrides: false,
    rollback: { automatic: 'teams', percentage: 20, persons: 5, minutes: 10, alarmMinutes: 5 },
  },
}

/** Id of the page's element in which the server hands the profile over, as JSON. */
export const profileElement = 'atrium-profile'

let known: PublicProfile = plainProfile

/** Takes a deployment's profile over; the host does it once, before anything is shown. */
export function installProfile(profile: PublicProfile): void {
  known = profile
}

/**
 * Takes over the profile that came with the page. The server has checked it; a page without one, as in somebody
 * else's portal, keeps the plain profile.
 */
export function readPageProfile(): void {
  const text = document.getElementById(profileElement)?.textContent
  if (text) installProfile(JSON.parse(text) as PublicProfile)
}

/** The profile of this deployment; it does not change while a page is open. */
export const profile = (): PublicProfile => known
