import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'
import { allowIdle } from './transaction.ts'

/**
 * Runs `work` unless the same work is already in progress on this database.
 * @param lock name of the lock that excludes concurrent work
 * @param inProgressError creates the error to throw if the lock is taken
 */
export async function runExclusively<Result>(
  db: Kysely<Database>,
  lock: string,
  inProgressError: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await db.startTransaction().execute()
  try {
    await allowIdle(held)
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${sql.lit(lock)}, 0)) as taken`.execute(held)
    if (!rows[0]?.taken) throw inProgressError()
    return await work()
  } finally {
    await held.rollback().execute()
  }
}
