import type { ColumnType, Generated } from 'kysely'
import type { Edited, Json, Text, Timestamp } from './columns.ts'

/** An instant that may be missing. */
type OptionalTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

/** A scheduled job. */
export interface JobTable extends Edited {
  id: string
  jobName: string
  jobNameEn: Text
  /** The product that it belongs to. */
  jobGroup: string
  /** 1 a handler of the server, 2 a request over HTTP. */
  jobType: number
  /** 0 running, 1 paused. */
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
  /** Next run by its expression; null while it is paused, or if there is none. */
  nextRunAt: OptionalTimestamp
  /** When somebody asked for a run now. */
  runNowAt: OptionalTimestamp
  /** The earlier of the two. */
  dueAt: ColumnType<Date | null, never, never>
}

/** A run of a job. */
export interface JobLogTable {
  /** When it began. */
  createdAt: Timestamp
  id: string
  jobId: string
  /** Id of the run in the job queue. */
  queueId: string
  /** When it should have begun. */
  dueAt: Date
  cause: 'due' | 'manual'
  params: string
  /** 0 succeeded, 1 failed, 2 in progress. */
  status: Generated<number>
  /** The result as plain text; '' if it is a text of the contract. */
  result: Text
  /** The key of that text, and its parameters. */
  resultKey: string | null
  resultParams: Json
  /** Duration in milliseconds. */
  times: Generated<number>
  /** How often the job came due during the run. */
  skipped: Generated<number>
}
