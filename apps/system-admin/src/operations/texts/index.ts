import { messageTexts, operationsTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    operations: typeof zh
  }
}

// They come with the screen, so that no other one pays for them.
addTexts(
  'operations',
  {
    zh: () => import(/* webpackChunkName: "operations-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "operations-en" */ './en.json', { with: { type: 'json' } }),
  },
  [messageTexts, operationsTexts],
)

/** The texts of the screen. */
export const useOperationsText = () => useTexts('operations')
