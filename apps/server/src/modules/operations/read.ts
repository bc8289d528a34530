import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../database/index.ts'
import type { ServerProcessTable } from '../../database/tables/operations.ts'
import type { CallCounts, Period } from '../../observability/call-tally.ts'

/** What is looked at: up to now. */
export type Range = 'hour' | 'day' | 'week'

interface RangeFacts {
  /** By which counts it is summed. */
  readonly period: Period
  /** From which to which counts one sum goes. */
  readonly step: string
}

const ranges: Readonly<Record<Range, RangeFacts>> = {
  hour: { period: 'minute', step: '1 minute' },
  day: { period: 'minute', step: '15 minutes' },
  week: { period: 'hour', step: '1 hour' },
}

/** Sums over all processes. */
export interface CallSum<Key> extends CallCounts {
  /** An instant at which a step begins, or an area of the contract. */
  readonly of: Key
}

export interface CallSums {
  /** The earliest first; steps in which nobody called are not there. */
  readonly steps: readonly CallSum<Date>[]
  /** What is called most first. */
  readonly areas: readonly CallSum<string>[]
}

interface SumRow extends CallCounts {
  readonly at: Date | null
  readonly area: string | null
}

/** The calls of all server processes in a range, by time and by area. */
export async function callSums(trx: Trx, range: Range): Promise<CallSums> {
  const { period, step } = ranges[range]
  const { rows } = await sql<SumRow>`
    select date_bin(${sql.lit(step)}::interval, begins_at, 'epoch') as at, area, sum(calls) as calls,
      sum(errors) as errors, sum(sign_ins) as "signIns", sum(failed_sign_ins) as "failedSignIns"
    from call_count
    where period = ${sql.lit(period)} and begins_at > now() - ${sql.lit(`1 ${range}`)}::interval
    group by grouping sets ((1), (area)) order by at, calls desc, area`.execute(trx)
  return {
    steps: rows.flatMap(({ at, area: _, ...counts }) => (at === null ? [] : [{ of: at, ...counts }])),
    areas: rows.flatMap(({ at: _, area, ...counts }) => (area === null ? [] : [{ of: area, ...counts }])),
  }
}

/** A process that has said lately that it lives. */
export type LivingProcess = Selectable<ServerProcessTable>

/** In SQL, whether a process has said so at the last three times or missed two at most. */
export const isLiving = sql<boolean>`seen_at > now() - interval '45 seconds'`

/** The server processes that live, the oldest first. */
export const livingProcesses = (trx: Trx): Promise<readonly LivingProcess[]> =>
  trx.selectFrom('serverProcess').selectAll().where(isLiving).orderBy('startedAt').orderBy('id').execute()
