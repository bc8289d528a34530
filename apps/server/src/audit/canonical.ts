import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** An event as a seal covers it: every column as text that PostgreSQL writes alike on every server. */
type Line = Record<string, string | null>

const columns = sql`
  sequence::text, batch::text, id,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_id, actor_name, tenant_id, call, entity, entity_id,
  before::text, after::text, reason, request_id`

/** Rows read at once; a batch may hold any number. */
const chunk = 1_000

/** Events of a range of batches, and the hash over them and over the seal before. */
export interface BatchHash {
  events: number
  /** SHA-256, hex. */
  hash: string
}

async function readLines(db: Kysely<Database>, from: number, to: number, after: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select ${columns} from audit_event
    where batch between ${from} and ${to} and sequence > ${after}::bigint
    order by sequence limit ${chunk}`.execute(db)
  return rows
}

/**
 * Hashes the events of a range of batches in the order of their sequence, one line of JSON each, after the
 * hash of the seal before.
 */
export async function hashBatches(
  db: Kysely<Database>,
  from: number,
  to: number,
  previousHash: string,
): Promise<BatchHash> {
  const hash = createHash('sha256').update(`${previousHash}\n`)
  let events = 0
  let after = '0'
  for (;;) {
    const lines = await readLines(db, from, to, after)
    for (const line of lines) hash.update(`${JSON.stringify(Object.values(line))}\n`)
    events += lines.length
    after = lines.at(-1)?.sequence ?? after
    if (lines.length < chunk) return { events, hash: hash.digest('hex') }
  }
}
