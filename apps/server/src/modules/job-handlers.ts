import type { JobHandler } from '../scheduler/handler.ts'
import { licenceReminder } from './licences/index.ts'
import { auditVerification, messageCleanUp, nightlyBackup, sessionCleanUp } from './maintenance/index.ts'

/** What jobs may run, by the names of bean and method. */
export const jobHandlers: readonly JobHandler[] = [
  licenceReminder,
  messageCleanUp,
  sessionCleanUp,
  auditVerification,
  nightlyBackup,
]
