import type { Kysely } from 'kysely'
import { grant } from './grant.ts'

/** Old messages are deleted by a scheduled job; their attempts go with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await grant(db, 'message', { atrium_system: ['delete'] })
}
