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
  /** Lines of `name: value`, encrypted under SECRET_KEY; null where there are none. */
  headerEncrypted: string | null
  params: Text
  cronExpression: string
  remark: Text
  /** When it comes due by its expression; null while it is paused, and where it never does again. */
  nextRunAt: OptionalTimestamp
  /** Since when somebody wants it to run now. */
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
  /** The queue's id of it. */
  queueId: string
  /** When it should have begun. */
  dueAt: Date
  cause: 'due' | 'manual'
  params: string
  /** 0 well, 1 failed, 2 under way. */
  status: Generated<number>
  /** What it has to say, as it is; '' where that is a text of the contract. */
  result: Text
  /** The key of that text, and what fills it. */
  resultKey: string | null
  resultParams: Json
  /** How long it took. Milliseconds. */
  times: Generated<number>
  /** How often the job came due meanwhile. */
  skipped: Generated<number>
}
