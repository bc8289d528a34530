import {
  operationsOverview,
  type ProcessFigures,
  type SealFigures,
  type StorageFigures,
  type TimeRange,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../platform/database/index.ts'
import type { ServerProcessTable } from '../../platform/database/tables/operations.ts'
import type { CallCounts, Period } from '../../platform/observability/call-tally.ts'

interface RangeFacts {
  /** Period of the counts that are summed. */
  readonly period: Period
  /** Length of one step, in milliseconds. */
  readonly step: number
}

const ranges: Readonly<Record<TimeRange, RangeFacts>> = {
  hour: { period: 'minute', step: 60_000 },
  day: { period: 'minute', step: 15 * 60_000 },
  week: { period: 'hour', step: 60 * 60_000 },
}

/** Sums over all processes. */
interface CallSum<Key> extends CallCounts {
  /** The start of a step, or an area of the contract. */
  readonly of: Key
}

interface CallSums {
  /** Length of one step, in milliseconds. */
  readonly step: number
  /** Steps, earliest first. Steps without calls are omitted. */
  readonly steps: readonly CallSum<Date>[]
  /** Areas, busiest first. */
  readonly areas: readonly CallSum<string>[]
}

interface SumRow extends CallCounts {
  readonly at: Date | null
  readonly area: string | null
}

/**
 * Sums the calls of all server processes in a range, by time and by area. Omits the area of this overview: an open
 * screen polls it, which would make it the busiest area of an idle suite.
 */
export async function callSums(trx: Trx, range: TimeRange): Promise<CallSums> {
  const { period, step } = ranges[range]
  const { rows } = await sql<SumRow>`
    select date_bin(${sql.lit(`${step} milliseconds`)}::interval, begins_at, 'epoch') as at, area, sum(calls) as calls,
      sum(errors) as errors, sum(sign_ins) as "signIns", sum(failed_sign_ins) as "failedSignIns"
    from call_count
    where period = ${sql.lit(period)} and begins_at > now() - ${sql.lit(`1 ${range}`)}::interval
    group by grouping sets ((1), (area)) order by at, calls desc, area`.execute(trx)
  return {
    step,
    steps: rows.flatMap(({ at, area: _, ...counts }) => (at === null ? [] : [{ of: at, ...counts }])),
    areas: rows.flatMap(({ at: _, area, ...counts }) =>
      area === null || area === operationsOverview.area ? [] : [{ of: area, ...counts }],
    ),
  }
}

/** A process that reported recently. */
type LivingProcess = Selectable<ServerProcessTable>

/** SQL condition that a process has missed at most two of its reports, which it sends every 15 seconds. */
export const isLiving = sql<boolean>`seen_at > now() - interval '45 seconds'`

/** Returns the running server processes, oldest first. */
export const livingProcesses = (trx: Trx): Promise<readonly LivingProcess[]> =>
  trx.selectFrom('serverProcess').selectAll().where(isLiving).orderBy('startedAt').orderBy('id').execute()

/** SQL for the time of the oldest event that no seal covers; null if all events are sealed. */
export const oldestUnsealed = sql<Date | null>`(select at from audit_event
  where batch > coalesce((select to_batch from audit_seal order by number desc limit 1), 0)
  order by batch, sequence limit 1)`

/** Facts of a seal for callers who are blinded in a study. */
const unshownSeal = { number: 0, time: '', events: 0, hash: '' }

/**
 * Returns how far the audit trail is sealed.
 * @param isBlinded whether the caller is blinded in a study. A seal depends on all events, also on those that the caller
 * may not see.
 */
export async function sealFigures(trx: Trx, isBlinded: boolean): Promise<SealFigures> {
  const newest = await trx
    .selectFrom('auditSeal')
    .select(['number', 'sealedAt', 'events', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows } = await sql<{ at: Date | null }>`select ${oldestUnsealed} as at`.execute(trx)
  const shown = newest && (isBlinded ? unshownSeal : { ...newest, time: newest.sealedAt.toISOString() })
  return { newest: shown ?? null, unsealedTime: rows[0]?.at?.toISOString() ?? '' }
}

/** Converts a process to its form in the contract. */
export const toProcess = ({ startedAt, seenAt, ...process }: LivingProcess): ProcessFigures => ({
  ...process,
  startTime: startedAt.toISOString(),
  seenTime: seenAt.toISOString(),
})

/** Number of tables that are listed, largest first. */
const shownTables = 8

/**
 * Returns the disk usage of the database and of its largest tables. A table includes all its partitions.
 * @param isBlinded whether the caller is blinded in a study. Sizes depend on all rows, also on those that the caller may
 * not see
 */
export async function storageFigures(trx: Trx, isBlinded: boolean): Promise<StorageFigures> {
  if (isBlinded) return { database: null, tables: [] }
  const { rows: tables } = await sql<StorageFigures['tables'][number]>`
    select coalesce(pg_partition_root(oid), oid)::regclass::text as name,
      sum(pg_total_relation_size(oid))::float8 as bytes, coalesce(sum(nullif(reltuples, -1)), -1)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    group by 1 order by 2 desc, 1 limit ${sql.lit(shownTables)}`.execute(trx)
  // If the role lacks the CONNECT privilege, the size of the database is null and the tables are still listed.
  const { rows } = await sql<{ database: number | null }>`
    select case when has_database_privilege(current_database(), 'connect')
      then pg_database_size(current_database())::float8 end as database`.execute(trx)
  return { database: rows[0]?.database ?? null, tables }
}
