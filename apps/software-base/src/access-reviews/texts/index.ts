import { accessReportTexts, accessReviewTexts, auditTrailTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    accessReviews: typeof zh
  }
}

// Loaded only with this screen. Kinds and states of access are named by the access report, formats by the audit trail.
addTexts(
  'accessReviews',
  {
    zh: () => import(/* webpackChunkName: "access-reviews-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "access-reviews-en" */ './en.json', { with: { type: 'json' } }),
  },
  [accessReviewTexts, accessReportTexts, auditTrailTexts],
)

/** Returns the texts of access reviews. */
export const useAccessReviewText = () => useTexts('accessReviews')
