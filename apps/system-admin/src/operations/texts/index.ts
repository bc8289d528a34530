import { messageTexts, operationsTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    operations: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'operations',
  {
    zh: () => import(/* webpackChunkName: "operations-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "operations-en" */ './en.json', { with: { type: 'json' } }),
  },
  [messageTexts, operationsTexts],
)

export const useOperationsText = () => useTexts('operations')
