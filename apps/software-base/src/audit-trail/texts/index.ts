import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    auditTrail: typeof zh
  }
}

// Loaded only with this screen. The history in ui-kit loads the texts of the area.
addTexts('auditTrail', {
  zh: () => import(/* webpackChunkName: "audit-trail-zh" */ './zh.json', { with: { type: 'json' } }),
  en: () => import(/* webpackChunkName: "audit-trail-en" */ './en.json', { with: { type: 'json' } }),
})

/** Returns the texts of the audit trail's screen. */
export const useAuditTrailText = () => useTexts('auditTrail')
