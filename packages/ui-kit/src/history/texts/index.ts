import { auditTrailTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    history: typeof zh
  }
}

// Loaded only with the dialog or the screen.
addTexts(
  'history',
  {
    zh: () => import(/* webpackChunkName: "history-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "history-en" */ './en.json', { with: { type: 'json' } }),
  },
  [auditTrailTexts],
)

/** Returns the texts of events of the audit trail. */
export const useHistoryText = () => useTexts('history')
