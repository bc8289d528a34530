import { type Kysely, sql } from 'kysely'
import type { Database } from './schema.ts'

/** Whether the database answers. A server only opens its port on a migrated one. */
export async function isReady(db: Kysely<Database>): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
