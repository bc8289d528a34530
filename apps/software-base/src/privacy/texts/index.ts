import { privacyTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    privacy: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'privacy',
  {
    zh: () => import(/* webpackChunkName: "privacy-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "privacy-en" */ './en.json', { with: { type: 'json' } }),
  },
  [privacyTexts],
)

/** Returns the texts of the screen of privacy. */
export const usePrivacyText = () => useTexts('privacy')
