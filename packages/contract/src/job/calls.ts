import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, noFields, oneOf, optionalId, text } from '../core/fields.ts'
import { ids, listOf, Option, ordering, paging } from '../core/lists.ts'
import { Job, JobChange, JobHandlerOption, JobInput, JobLog, jobStatus } from './entities.ts'

const call = callOf('job')

export const jobList = call({
  method: 'POST',
  path: '/sys/schedule/list',
  summary: 'Jobs by system, state and name, with their next and last runs',
  access: menu('task'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this product. */
    jobGroup: optionalId,
    /** Limits the list to this state. */
    status: z.optional(oneOf(jobStatus.running, jobStatus.paused)),
    jobName: text(100),
    ...ordering(['jobName', 'status', 'nextTime', 'createTime']),
    ...paging,
  }),
  response: listOf(Job),
})

export const jobSave = call({
  method: 'POST',
  path: '/sys/schedule/save',
  summary: 'Add a job',
  access: menu('task'),
  effect: 'write',
  request: JobInput,
  response: z.string(),
})

export const jobUpdate = call({
  method: 'POST',
  path: '/sys/schedule/update',
  summary: 'Update a job; its system and name cannot be changed',
  access: menu('task'),
  effect: 'write',
  request: JobChange,
  response: noData,
  done: 'done.edited',
})

export const jobPause = call({
  method: 'POST',
  path: '/sys/schedule/pause',
  summary: 'Pause jobs until they are resumed; runs in progress continue',
  access: menu('task'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
  done: 'job.done.paused',
})

export const jobResume = call({
  method: 'POST',
  path: '/sys/schedule/resume',
  summary: 'Resume paused jobs; each runs at its next due time',
  access: menu('task'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
  done: 'job.done.resumed',
})

export const jobRun = call({
  method: 'POST',
  path: '/sys/schedule/run',
  summary: 'Run jobs now, including paused ones; starts none if one of them is already running',
  access: menu('task'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
  done: 'job.done.started',
})

export const jobDelete = call({
  method: 'POST',
  path: '/sys/schedule/delete',
  summary: 'Delete jobs with their logs; runs in progress continue to the end',
  access: menu('task'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
})

export const jobLogList = call({
  method: 'POST',
  path: '/sys/schedule/log/list',
  summary: 'Runs of a job, newest first',
  access: menu('task'),
  effect: 'read',
  request: z.object({ jobId: id, ...paging }),
  response: listOf(JobLog),
})

export const jobStatusOptions = call({
  method: 'GET',
  path: '/base/job/task/status',
  summary: 'Job states',
  access: menu('task'),
  effect: 'read',
  request: noFields,
  response: z.array(Option),
})

export const jobTypeOptions = call({
  method: 'GET',
  path: '/base/job/task/type',
  summary: 'Job types',
  access: menu('task'),
  effect: 'read',
  request: noFields,
  response: z.array(Option),
})

export const jobHandlerOptions = call({
  method: 'GET',
  path: '/base/job/task/handler',
  summary: 'Handlers that jobs of type 1 can run',
  access: menu('task'),
  effect: 'read',
  request: noFields,
  response: z.array(JobHandlerOption),
  addition:
    'Beans and methods are part of the server’s code, so users select them from a list instead of typing names.',
})
