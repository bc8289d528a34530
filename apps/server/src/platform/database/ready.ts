import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Time without a response after which the database counts as unavailable, in milliseconds. The health check itself
 * times out after 2 s.
 */
const responseTimeout = 1_500

/**
 * Returns whether the database responds in time. It is already migrated, because a server opens its port only after
 * that.
 */
export async function isReady(db: Kysely<Database>): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return await Promise.race([answered, sleep(responseTimeout, false, { ref: false })])
}
