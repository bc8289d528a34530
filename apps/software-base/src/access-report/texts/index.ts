import { accessReportTexts, auditTrailTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    accessReport: typeof zh
  }
}

// Loaded only with this screen. The audit trail names the formats of exports.
addTexts(
  'accessReport',
  {
    zh: () => import(/* webpackChunkName: "access-report-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "access-report-en" */ './en.json', { with: { type: 'json' } }),
  },
  [accessReportTexts, auditTrailTexts],
)

/** Returns the texts of the access report. */
export const useAccessReportText = () => useTexts('accessReport')
