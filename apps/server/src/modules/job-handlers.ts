import type { JobHandler } from '../scheduler/handler.ts'
import { licenceReminder } from './licences/index.ts'

/** What jobs may run, by the names of bean and method. */
export const jobHandlers: readonly JobHandler[] = [licenceReminder]
