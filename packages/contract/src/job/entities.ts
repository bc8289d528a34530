import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { id, oneOf, reference, requiredName, rowVersion, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { cronExpression } from '../cron/rule.ts'
import { isHeaderText, isHttpUrl } from './http-request.ts'

/** State of a job. A paused job (1) runs only on request. */
export const jobStatus = { running: 0, paused: 1 } as const
/** What a job runs: a handler of the server, given by bean and method name, or a request to a URL. */
export const jobTypes = { handler: 1, http: 2 } as const
/** HTTP methods of a job's request. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Result of a run: 0 succeeded, 2 under way, any other number failed. */
export const runStatus = { succeeded: 0, failed: 1, underWay: 2 } as const
/** Cause of a run: its schedule, or a user's request. */
const runCauses = ['due', 'manual'] as const

const fields = {
  jobName: requiredName(100),
  /** English name. Not in the specification. */
  jobNameEn: text(100),
  /** Id of the product that the job belongs to. */
  jobGroup: reference,
  jobType: oneOf(jobTypes.handler, jobTypes.http),
  status: oneOf(jobStatus.running, jobStatus.paused),
  /** Bean and method of a handler, from the call that lists the handlers. */
  beanName: text(100),
  methodName: text(100),
  /** http or https, without user name, password and fragment. */
  httpUrl: text(2000).check(
    z.refine((value) => value === '' || isHttpUrl(value), textKey('job.rule.httpUrl')),
  ),
  /** GET by default. Not in the specification. */
  httpMethod: z._default(z.enum(httpMethods, textKey('rule.choice')), 'GET'),
  /**
   * Lines of `name: value`. Responses replace each value with `maskedHeader`; sending the mask back keeps the stored
   * value.
   */
  header: text(4000).check(z.refine(isHeaderText, textKey('job.rule.header'))),
  /** Parameters of a handler. For a request, its body; for GET and DELETE, an addition to the URL's query. */
  params: text(4000),
  /** Read in the deployment's time zone. */
  cronExpression,
  remark: text(500),
}

type Fields = z.output<z.ZodMiniObject<typeof fields>>
type FieldOfType = 'beanName' | 'methodName' | 'httpUrl'

const { jobType, beanName, methodName, httpUrl } = fields
const OfType = z.object({ jobType, beanName, methodName, httpUrl })

/** Checks the fields of the job's type even if other fields are invalid, so that all errors are reported together. */
const onType = { when: ({ value }: { value: unknown }) => OfType.safeParse(value).success }

/** Rejects jobs of a type without a field that the type requires. */
const requiredFor = <Checked extends Fields>(type: number, field: FieldOfType) =>
  z.refine<Checked>((job) => job.jobType !== type || job[field] !== '', {
    ...onType,
    error: type === jobTypes.http ? textKey('rule.required') : textKey('rule.choose'),
    path: [field],
  })

const complete = <Checked extends Fields>() => [
  requiredFor<Checked>(jobTypes.handler, 'beanName'),
  requiredFor<Checked>(jobTypes.handler, 'methodName'),
  requiredFor<Checked>(jobTypes.http, 'httpUrl'),
]

export const JobInput = z.object({ ...fields, rowVersion }).check(...complete())
/** `jobGroup` and `jobName` must stay unchanged. */
export const JobChange = z.object({ jobId: id, ...fields, rowVersion }).check(...complete())

const entity = entityOf(fields, {
  /** Name in the caller's language. Not in the specification. */
  displayName: z.string(),
  /** Product name in the caller's language. */
  jobGroupName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  /**
   * Next run, ISO 8601, UTC; '' if the job is paused or never comes due again. This field and those below are not in
   * the specification.
   */
  nextTime: z.string(),
  /** Result of the last completed run; '' before the first. */
  lastResult: z.string(),
  /** The last 20 runs at most, oldest first. The last one may be under way. */
  runs: z.array(
    z.object({
      id: z.string(),
      /** See `runStatus`. */
      status: z.number(),
      /** Duration in milliseconds; 0 while the run is under way. */
      times: z.number(),
      /** Start of the run, ISO 8601, UTC. */
      createTime: z.string(),
    }),
  ),
})

export const Job = z.extend(z.omit(entity, { id: true }), { jobId: z.string() })
export type Job = z.output<typeof Job>

export const JobLog = z.object({
  id: z.string(),
  /** Parameters of the job at the start of the run. */
  params: z.string(),
  /** Result in the caller's language; '' while the run is under way. */
  result: z.string(),
  /** See `runStatus`. */
  status: z.number(),
  /** Duration in milliseconds; 0 while the run is under way. */
  times: z.number(),
  /** Start of the run, ISO 8601, UTC. */
  createTime: z.string(),
  /** Cause of the run. This field and the next are not in the specification. */
  cause: z.enum(runCauses),
  /** How often the job came due again during this run and was skipped. */
  skipped: z.number(),
})
export type JobLog = z.output<typeof JobLog>

/** A handler that a job can run. */
export const JobHandlerOption = z.object({
  beanName: z.string(),
  methodName: z.string(),
  /** Description in the caller's language. */
  desc: z.string(),
})
export type JobHandlerOption = z.output<typeof JobHandlerOption>
