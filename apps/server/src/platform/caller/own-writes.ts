import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Seen } from '../database/replica.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'

/*
 * Each write of a session is counted in the transaction of that write. A replica with the count therefore has the
 * counted writes. A replica with the session has everything that its user wrote before.
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
 * Asks the primary for the writes of a session.
 * @returns SQL for whether a replica has all of them
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
  // The time is compared too, since counting starts again after an old count was deleted.
  return sql<boolean>`${session} and exists (select from session_write
    where session_hash = ${sessionHash} and writes >= ${written.writes} and written_at >= ${written.writtenAt})`
}
