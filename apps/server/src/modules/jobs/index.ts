import {
  jobDelete,
  jobHandlerOptions,
  jobList,
  jobLogList,
  jobPause,
  jobResume,
  jobRun,
  jobSave,
  jobStatusOptions,
  jobTypeOptions,
  jobUpdate,
} from '@atrium/contract'
import { deletingAll } from '../../platform/crud/index.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import { pauseJobs, resumeJobs, runJobs } from './actions.ts'
import { handlerOptions, listJobs, listRuns, statusOptions, typeOptions } from './queries.ts'
import { addJob, changeJob, jobs } from './saving.ts'

export { daysOf } from './params.ts'
export { isLate, troubledJobs } from './queries.ts'
export { JobFailure, type JobHandler, type JobResult, type JobRun } from './scheduler/handler.ts'
export { startScheduler } from './scheduler/scheduler.ts'
export { seedJobs } from './seed.ts'

export const jobRoutes: readonly Route[] = [
  handle(jobList, listJobs),
  handle(jobSave, addJob),
  handle(jobUpdate, changeJob),
  handle(jobPause, pauseJobs),
  handle(jobResume, resumeJobs),
  handle(jobRun, runJobs),
  handle(jobDelete, deletingAll(jobs)),
  handle(jobLogList, listRuns),
  handle(jobStatusOptions, statusOptions),
  handle(jobTypeOptions, typeOptions),
  handle(jobHandlerOptions, handlerOptions),
]
