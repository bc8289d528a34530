import type { PublicProfile } from '@atrium/contract'

/**
 * Result of the contract's schema for an empty profile, copied here so that the browser need not load the schema.
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

/** Id of the element in which the server delivers the profile as JSON. */
export const profileElement = 'atrium-profile'

let known: PublicProfile = plainProfile

/** Sets the deployment's profile. The host calls it once, before anything is shown. */
export function installProfile(profile: PublicProfile): void {
  known = profile
}

/**
 * Installs the profile that the server delivered with the page and has validated. A page without one, such as another
 * site's portal, keeps the default profile.
 */
export function readPageProfile(): void {
  const text = document.getElementById(profileElement)?.textContent
  if (text) installProfile(JSON.parse(text) as PublicProfile)
}

/** Returns the profile of this deployment. It does not change while a page is open. */
export const profile = (): PublicProfile => known
