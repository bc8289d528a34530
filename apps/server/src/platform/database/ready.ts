import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/**
 * How long the database may take to respond before it counts as unavailable, in milliseconds; the health check itself
 * times out after 2 s.
 */
const responseTimeout = 1_500

/** Whether the database responds at once. A server only opens its port on a migrated one. */
export async function isReady(db: Kysely<Database>): Promise<boolean> {
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return await Promise.race([answered, sleep(responseTimeout, false, { ref: false })])
}
