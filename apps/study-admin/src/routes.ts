import type { RemoteRoute } from '@atrium/federation'
import { screens, withTexts } from '@atrium/shared-api'

/** Screens of the study area. */
export const routes: readonly RemoteRoute[] = screens({
  projectSite: () => import('./site/ProjectSitePage.tsx'),
  softAllowed: () => import('./software/StudySoftwarePage.tsx'),
  authorization: () => import('./invitation/AuthorizationPage.tsx'),
  accessRequest: () => withTexts(import('./request/AccessRequestPage.tsx'), 'accessRequest'),
  training: () => withTexts(import('./training/TrainingPage.tsx'), 'training'),
  userAllowed: () => import('./user/UserAllowedPage.tsx'),
})
