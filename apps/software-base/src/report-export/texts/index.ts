import { auditTrailTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    reportExport: typeof zh
  }
}

// Loaded only with the screens that export a report. The audit trail names the formats.
addTexts(
  'reportExport',
  {
    zh: () => import(/* webpackChunkName: "report-export-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "report-export-en" */ './en.json', { with: { type: 'json' } }),
  },
  [auditTrailTexts],
)

/** Returns the texts of exports of reports. */
export const useReportExportText = () => useTexts('reportExport')
