import { unblindingTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    unblinding: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'unblinding',
  {
    zh: () => import(/* webpackChunkName: "unblinding-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "unblinding-en" */ './en.json', { with: { type: 'json' } }),
  },
  [unblindingTexts],
)

/** Returns the texts of the unblinding register. */
export const useUnblindingText = () => useTexts('unblinding')
