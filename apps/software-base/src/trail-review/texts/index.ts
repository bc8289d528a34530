import { auditTrailTexts, signatureTexts, trailReviewTexts } from '@atrium/contract'
import { addTexts, useTexts } from '@atrium/shared-api'
import type zh from './zh.json'

declare module '@atrium/shared-api' {
  interface TextNamespaces {
    trailReview: typeof zh
  }
}

// Loaded only with this screen and with the audit trail of a review.
addTexts(
  'trailReview',
  {
    zh: () => import(/* webpackChunkName: "trail-review-zh" */ './zh.json', { with: { type: 'json' } }),
    en: () => import(/* webpackChunkName: "trail-review-en" */ './en.json', { with: { type: 'json' } }),
  },
  [trailReviewTexts, auditTrailTexts, signatureTexts],
)

/** Returns the texts of the reviews of the audit trail. */
export const useTrailReviewText = () => useTexts('trailReview')
