import { auditTrailTexts, inspectionTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    inspections: typeof zh
  }
}

// Loaded only with this screen.
addTexts(
  'inspections',
  {
    zh: () => import(/* webpackChunkName: "inspections-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "inspections-en" */ './en.json', { with: { type: 'json' } }),
  },
  [inspectionTexts, auditTrailTexts],
)

/** Returns the texts of inspections. */
export const useInspectionText = () => useTexts('inspections')
