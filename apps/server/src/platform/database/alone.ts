import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'
import { mayIdle } from './transaction.ts'

/**
 * Does something unless somebody else is doing it on the same database.
 * @param lock its name
 * @param underWay thrown if somebody else is
 */
export async function alone<Result>(
  db: Kysely<Database>,
  lock: string,
  underWay: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await db.startTransaction().execute()
  try {
    await mayIdle(held)
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${sql.lit(lock)}, 0)) as taken`.execute(held)
    if (!rows[0]?.taken) throw underWay()
    return await work()
  } finally {
    await held.rollback().execute()
  }
}
