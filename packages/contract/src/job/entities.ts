import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { id, oneOf, reference, requiredName, rowVersion, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { cronExpression } from '../cron/rule.ts'
import { isHeaderText, isHttpUrl } from './http-request.ts'

/** State of a job: 1 is paused, and runs only on request. */
export const jobStatus = { running: 0, paused: 1 } as const
/** What a job runs: a handler of the server by the names of bean and method, or a request to a URL. */
export const jobTypes = { handler: 1, http: 2 } as const
/** HTTP methods of a job's request. */
export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** How a run ended: 0 well, 2 not yet, anything else badly. */
export const runStatus = { succeeded: 0, failed: 1, underWay: 2 } as const
/** Cause of a run: its schedule, or somebody's request. */
const runCauses = ['due', 'manual'] as const

const fields = {
  jobName: requiredName(100),
  /** An addition: the name in English. */
  jobNameEn: text(100),
  /** The id of the product that the job belongs to. */
  jobGroup: reference,
  jobType: oneOf(jobTypes.handler, jobTypes.http),
  status: oneOf(jobStatus.running, jobStatus.paused),
  /** Of a handler; see the call that lists them. */
  beanName: text(100),
  methodName: text(100),
  /** http or https, without user name, password and fragment. */
  httpUrl: text(2000).check(
    z.refine((value) => value === '' || isHttpUrl(value), textKey('job.rule.httpUrl')),
  ),
  /** An addition: GET unless said otherwise. */
  httpMethod: z._default(z.enum(httpMethods, textKey('rule.choice')), 'GET'),
  /** Lines of `name: value`. Values are returned as `maskedHeader`, which means the stored value when it is sent. */
  header: text(4000).check(z.refine(isHeaderText, textKey('job.rule.header'))),
  /** Parameters of a handler; of a request the body, or with GET and DELETE an addition to the URL's query. */
  params: text(4000),
  /** Read by the clock of the deployment's time zone. */
  cronExpression,
  remark: text(500),
}

type Fields = z.output<z.ZodMiniObject<typeof fields>>
type FieldOfType = 'beanName' | 'methodName' | 'httpUrl'

const { jobType, beanName, methodName, httpUrl } = fields
const OfType = z.object({ jobType, beanName, methodName, httpUrl })

/** Errors of the type's own fields are reported together with the others. */
const onType = { when: ({ value }: { value: unknown }) => OfType.safeParse(value).success }

/** Says that a field is missing that jobs of its type have. */
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
/** System and name stay as they are. */
export const JobChange = z.object({ jobId: id, ...fields, rowVersion }).check(...complete())

const entity = entityOf(fields, {
  /** An addition: the name in the caller's language. */
  displayName: z.string(),
  /** The product's name in the caller's language. */
  jobGroupName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  /** Additions. When it runs next, ISO 8601, UTC; '' if it is paused or never comes due again. */
  nextTime: z.string(),
  /** Result of the last completed run; '' before the first. */
  lastResult: z.string(),
  /** The last runs, 20 at most, the oldest first; the last of them may be under way. */
  runs: z.array(
    z.object({
      id: z.string(),
      /** See `runStatus`. */
      status: z.number(),
      /** Milliseconds; 0 while it is under way. */
      times: z.number(),
      /** When it began. ISO 8601, UTC. */
      createTime: z.string(),
    }),
  ),
})

export const Job = z.extend(z.omit(entity, { id: true }), { jobId: z.string() })
export type Job = z.output<typeof Job>

export const JobLog = z.object({
  id: z.string(),
  /** As the job held them when the run began. */
  params: z.string(),
  /** In the caller's language; '' while the run is under way. */
  result: z.string(),
  /** See `runStatus`. */
  status: z.number(),
  /** Milliseconds; 0 while it is under way. */
  times: z.number(),
  /** When it began. ISO 8601, UTC. */
  createTime: z.string(),
  /** Additions. Why it began. */
  cause: z.enum(runCauses),
  /** How often the job came due while this run was under way, which then began no other. */
  skipped: z.number(),
})
export type JobLog = z.output<typeof JobLog>

/** A handler that a job can run. */
export const JobHandlerOption = z.object({
  beanName: z.string(),
  methodName: z.string(),
  /** Description, in the caller's language. */
  desc: z.string(),
})
export type JobHandlerOption = z.output<typeof JobHandlerOption>
