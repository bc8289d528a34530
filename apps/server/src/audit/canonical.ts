import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'

/** An event as a seal covers it: every column as text that PostgreSQL writes alike on every server. */
export type EventColumns = Record<string, string | null>

/** Batches, the first and the last of them included. */
export interface BatchRange {
  readonly fromBatch: number
  readonly toBatch: number
}

export const columns = sql`
  sequence::text, batch::text, id,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_id, actor_name, tenant_id, call, entity, entity_id,
  before::text, after::text, reason, request_id`

/** Rows read at once; a batch may hold any number. */
export const chunk = 1_000

export const lineText = (line: EventColumns): string => `${JSON.stringify(Object.values(line))}\n`

/** Events of some batches, and the hash over them and over the seal before. */
export interface EventsHash {
  /** How many were hashed. */
  readonly events: number
  /** SHA-256, hex. */
  readonly hash: string
}

async function readLines(trx: Trx, { fromBatch, toBatch }: BatchRange, after: RawBuilder<unknown>) {
  // The table's own columns, which are numbers: by their plain names these would be the texts that are selected.
  const { rows } = await sql<EventColumns>`
    select ${columns} from audit_event
    where batch between ${fromBatch} and ${toBatch} and (batch, sequence) > (${after})
    order by audit_event.batch, audit_event.sequence limit ${chunk}`.execute(trx)
  return rows
}

/**
 * Hashes the events of some batches in the order of their batches and numbers, one line of JSON each, after the hash
 * of the seal before.
 */
export async function hashEvents(trx: Trx, batches: BatchRange, previousHash: string): Promise<EventsHash> {
  const hash = createHash('sha256').update(`${previousHash}\n`)
  let events = 0
  let after = sql`0, 0`
  for (;;) {
    const lines = await readLines(trx, batches, after)
    for (const line of lines) hash.update(lineText(line))
    events += lines.length
    const last = lines.at(-1)
    if (lines.length < chunk || !last) return { events, hash: hash.digest('hex') }
    after = sql`${last.batch}::integer, ${last.sequence}::bigint`
  }
}

/** What the database itself counts in some batches, to compare what was hashed with. */
export interface BatchCounts {
  readonly events: number
  /** How many of the batches hold no event. */
  readonly emptyBatches: number
}

/** Counts the events of some batches without reading them. */
export async function countEvents(trx: Trx, { fromBatch, toBatch }: BatchRange): Promise<BatchCounts> {
  const { rows } = await sql<{ events: number; filled: number }>`
    select count(*) as events, count(distinct batch) as filled
    from audit_event where batch between ${fromBatch} and ${toBatch}`.execute(trx)
  const { events = 0, filled = 0 } = rows[0] ?? {}
  return { events, emptyBatches: toBatch - fromBatch + 1 - filled }
}
