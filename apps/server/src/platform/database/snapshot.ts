import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { type RunAs, type StatementLimits, setRole, type Trx } from './transaction.ts'

/** A snapshot of the database that can be read in parts. It occupies a connection until it is closed. */
export interface Snapshot {
  readonly trx: Trx
  /** Ends the transaction after its running statements. Further calls have no effect. */
  readonly close: () => Promise<void>
}

/**
 * Opens a read-only transaction in which the data do not change, under a role that row-level security confines.
 * @param limits limits of its statements; none by default
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
