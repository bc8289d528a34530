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

/** Every column, in the order in which they are hashed. */
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

const every = sql`true`

/** No event has a greater number: bigint ends with it. */
const lastSequence = (2n ** 63n - 1n).toString()

/**
 * Reads the events of some batches in the order of their batches and numbers, some at a time.
 * @param which a condition on them
 */
export async function* readEvents(
  trx: Trx,
  { fromBatch, toBatch }: BatchRange,
  which: RawBuilder<unknown> = every,
): AsyncGenerator<readonly EventColumns[], void, undefined> {
  // The one lower bound: beside `batch >=`, PostgreSQL may begin at the other and walk through all that is between them.
  let after = sql`${fromBatch - 1}::integer, ${lastSequence}::bigint`
  for (;;) {
    // The table's own columns, which are numbers: by their plain names these would be the texts that are selected.
    const { rows } = await sql<EventColumns>`
      select ${columns} from audit_event
      where (batch, sequence) > (${after}) and batch <= ${toBatch} and ${which}
      order by audit_event.batch, audit_event.sequence limit ${chunk}`.execute(trx)
    yield rows
    const last = rows.at(-1)
    if (rows.length < chunk || !last) return
    after = sql`${last.batch}::integer, ${last.sequence}::bigint`
  }
}

/** Where an event stands in the trail. */
export interface Position {
  readonly batch: number
  readonly sequence: number
}

/** Events that are not in the database any more, in their order. */
export interface ArchivedEvents {
  /** Takes the line of the next one that stands before a position; undefined where there is none. */
  readonly takeBefore: (position: Position) => Promise<string | undefined>
}

interface EventsElsewhere {
  /** What of the trail is read; all of it by default. */
  readonly which?: RawBuilder<unknown>
  readonly archived?: ArchivedEvents | undefined
}

/**
 * Hashes the events of some batches in the order of their batches and numbers, one line of JSON each, after the hash
 * of the seal before.
 */
export async function hashEvents(
  trx: Trx,
  batches: BatchRange,
  previousHash: string,
  { which, archived }: EventsElsewhere = {},
): Promise<EventsHash> {
  const hash = createHash('sha256').update(`${previousHash}\n`)
  let events = 0
  const add = (line: string) => {
    hash.update(line)
    events += 1
  }
  const addArchived = async (before: Position) => {
    for (let line = await archived?.takeBefore(before); line; line = await archived?.takeBefore(before))
      add(line)
  }
  // Of batches that nobody asked for.
  while (await archived?.takeBefore({ batch: batches.fromBatch, sequence: 0 }));
  for await (const lines of readEvents(trx, batches, which))
    for (const line of lines) {
      if (archived) await addArchived({ batch: Number(line.batch), sequence: Number(line.sequence) })
      add(lineText(line))
    }
  await addArchived({ batch: batches.toBatch + 1, sequence: 0 })
  return { events, hash: hash.digest('hex') }
}

/** What the database itself counts in some batches, to compare what was hashed with. */
export interface BatchCounts {
  readonly events: number
  /** How many of the batches hold no event. */
  readonly emptyBatches: number
}

/** Counts the events of some batches without reading them. */
export async function countEvents(
  trx: Trx,
  { fromBatch, toBatch }: BatchRange,
  which: RawBuilder<unknown> = every,
): Promise<BatchCounts> {
  const { rows } = await sql<{ events: number; filled: number }>`
    select count(*) as events, count(distinct batch) as filled
    from audit_event where batch between ${fromBatch} and ${toBatch} and ${which}`.execute(trx)
  const { events = 0, filled = 0 } = rows[0] ?? {}
  return { events, emptyBatches: toBatch - fromBatch + 1 - filled }
}
