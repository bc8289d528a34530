import type { Profile } from '@atrium/contract'

/** What the contract's schema makes of an empty profile, written out so that the browser need not carry the schema. */
export const plainProfile: Profile = {
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
  publicUrl: 'http://127.0.0.1:8080',
  support: { hotline: '', email: '' },
  ctms: { basePath: '', publicKey: '', signInLinkEnabled: false, signInLink: '' },
  landingLink: '',
  encryptValues: true,
  sso: { issuer: '', clientId: '' },
  sessionLifetime: { administratorHours: 12, otherDays: 30 },
  identitySources: [],
  timeZone: 'Asia/Shanghai',
  embeddingOrigins: [],
}
