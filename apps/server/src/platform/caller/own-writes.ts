import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Seen } from '../database/replica.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'

/*
 * Writes of a session are counted in their own transaction. A replica with the count has the counted writes, and one
 * with the session has what its user did before.
 */

/**
 * Counts a transaction among the session's writes if it has changed something. Call it last: the transaction continues
 * as `atrium_system`.
 */
export async function countOwnWrite(trx: Trx, sessionHash: string): Promise<void> {
  await sql`select set_config('role', ${asSystem.role}, true)`.execute(trx)
  await sql`
    insert into session_write (session_hash, writes, written_at)
    select ${sessionHash}, 1, clock_timestamp() where pg_current_xact_id_if_assigned() is not null
    on conflict (session_hash) do update set writes = session_write.writes + 1, written_at = excluded.written_at`.execute(
    trx,
  )
}

/**
 * Asks the primary what a session has written.
 *
 * @returns in SQL, whether a replica has got all of that
 */
export async function ownWritesSeen(db: Kysely<Database>, sessionHash: string): Promise<Seen> {
  const written = await inTransaction(
    db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('sessionWrite')
        .select(['writes', 'writtenAt'])
        .where('sessionHash', '=', sessionHash)
        .executeTakeFirst(),
    { readOnly: true },
  )
  const session = sql<boolean>`exists (select from session where token_hash = ${sessionHash})`
  if (!written) return session
  // By the time too: a count that was long forgotten begins anew.
  return sql<boolean>`${session} and exists (select from session_write
    where session_hash = ${sessionHash} and writes >= ${written.writes} and written_at >= ${written.writtenAt})`
}
