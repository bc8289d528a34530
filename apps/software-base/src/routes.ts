import type { RemoteRoute } from '@atrium/federation'
import { screens, withTexts } from '@atrium/shared-api'

/** Screens of the software and base areas. */
export const routes: readonly RemoteRoute[] = screens({
  softwareManger: () => import('./software/SoftwarePage.tsx'),
  urlSet: () => import('./domain/DomainPage.tsx'),
  tenantsoft: () => import('./licence/LicencePage.tsx'),
  file: () => import('./file/FilePage.tsx'),
  task: () => import('./job/JobPage.tsx'),
  safeStrategyManage: () => import('./strategy/StrategyPage.tsx'),
  unblinding: () => withTexts(import('./unblinding/UnblindingPage.tsx'), 'unblinding'),
  auditTrail: () => withTexts(import('./audit-trail/AuditTrailPage.tsx'), 'auditTrail', 'history'),
  changeReasons: () => import('./change-reason/ChangeReasonPage.tsx'),
  accessReport: () => withTexts(import('./access-report/AccessReportPage.tsx'), 'accessReport'),
  signatures: () => import('./signature/SignaturePage.tsx'),
  accessReviews: () => withTexts(import('./access-reviews/AccessReviewPage.tsx'), 'accessReviews'),
  trailReviews: () => withTexts(import('./trail-review/TrailReviewPage.tsx'), 'trailReview', 'history'),
  inspections: () => withTexts(import('./inspections/InspectionPage.tsx'), 'inspections'),
  accessWhy: () => withTexts(import('./access-why/AccessWhyPage.tsx'), 'accessWhy'),
  privacy: () => withTexts(import('./privacy/PrivacyPage.tsx'), 'privacy'),
  duties: () => import('./duty/DutyPage.tsx'),
  sms: () => import('./message/SmsPage.tsx'),
  email: () => import('./message/MailPage.tsx'),
})
