import { accessReminder } from '../modules/access-periods/index.ts'
import { accessRequestReminder } from '../modules/access-requests/index.ts'
import { accessReviewReminder } from '../modules/access-reviews/index.ts'
import type { JobHandler } from '../modules/jobs/index.ts'
import { signingKeyRotation } from '../modules/openid-provider/index.ts'
import { licenceReminder } from '../modules/products/licences/index.ts'
import { trailReviewReminder } from '../modules/trail-reviews/index.ts'
import { trainingReminder } from '../modules/trainings/index.ts'
import {
  auditVerification,
  messageCleanUp,
  nightlyBackup,
  sessionCleanUp,
} from '../operations/maintenance/index.ts'

/** Handlers of jobs, by the names of bean and method. */
export const jobHandlers: readonly JobHandler[] = [
  licenceReminder,
  accessReminder,
  accessReviewReminder,
  trailReviewReminder,
  accessRequestReminder,
  trainingReminder,
  messageCleanUp,
  sessionCleanUp,
  auditVerification,
  signingKeyRotation,
  nightlyBackup,
]
