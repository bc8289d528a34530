import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'

/** Which version of the product's own rows the database holds, so that a start writes only what changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table seed_version (
    name text primary key,
    version text not null,
    updated_at timestamptz not null default now()
  )`.execute(db)
  await grant(db, 'seed_version', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_system: ['select'],
  })
}
