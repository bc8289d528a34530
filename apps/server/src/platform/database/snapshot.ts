import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { type RunAs, type StatementLimits, setRole, type Trx } from './transaction.ts'

/** A snapshot of the database, to be read in parts. It uses a connection until it is closed. */
export interface Snapshot {
  readonly trx: Trx
  /** Ends the transaction once what runs in it has ended; closing twice closes once. */
  readonly close: () => Promise<void>
}

/**
 * Opens a read-only transaction, under a role that row-level security confines, in which nothing changes.
 *
 * @param limits of its statements, none by default: PostgreSQL counts the time between two readings of a cursor as the
 *   statement's
 */
export async function openSnapshot(
  db: Kysely<Database>,
  as: RunAs,
  limits?: StatementLimits,
): Promise<Snapshot> {
  const trx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  let closed: Promise<void> | undefined
  const close = () => (closed ??= trx.rollback().execute())
  try {
    await setRole(trx, as, limits)
    return { trx, close }
  } catch (error) {
    await close()
    throw error
  }
}
