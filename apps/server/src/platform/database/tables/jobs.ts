import type { ColumnType, Generated } from 'kysely'
import type { Edited, Json, Text, Timestamp } from './columns.ts'

/** A timestamp that may be null. */
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** A scheduled job. */
export interface JobTable extends Edited {
  id: string
  jobName: string
  jobNameEn: Text
  /** Product that the job belongs to. */
  jobGroup: string
  /** 1 a handler of the server, 2 an HTTP request. */
  jobType: number
  /** 0 active, 1 paused. */
  status: number
  beanName: Text
  methodName: Text
  httpUrl: Text
  httpMethod: Generated<string>
  /** Lines of `name: value`, encrypted under SECRET_KEY; null if there are none. */
  headerEncrypted: string | null
  params: Text
  cronExpression: string
  remark: Text
  /** Next run by the cron expression; null if the job is paused or the expression has no next time. */
  nextRunAt: OptionalTimestamp
  /** Time at which a user requested an immediate run. */
  runNowAt: OptionalTimestamp
  /** Earlier of the two times above. */
  dueAt: ColumnType<Date | null, never, never>
}

/** A run of a job. */
export interface JobLogTable {
  /** Time at which the run began. */
  createdAt: Timestamp
  id: string
  jobId: string
  /** Id of the run in the job queue. */
  queueId: string
  /** Time at which the run was due. */
  dueAt: Date
  cause: 'due' | 'manual'
  params: string
  /** 0 succeeded, 1 failed, 2 in progress. */
  status: Generated<number>
  /** Result as plain text; '' if it is a text of the contract. */
  result: Text
  /** Key of the contract's text, and its parameters. */
  resultKey: string | null
  resultParams: Json
  /** Duration in milliseconds. */
  times: Generated<number>
  /** Number of times that the job came due during the run. */
  skipped: Generated<number>
}
