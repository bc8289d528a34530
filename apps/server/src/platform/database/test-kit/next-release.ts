import { type Kysely, sql } from 'kysely'
import checksums from '../migrations/checksums.generated.json' with { type: 'json' }
import { everything, grant } from '../migrations/grant.ts'
import { migrations, type SchemaMigration } from '../migrations/index.ts'
import { tenantTable } from '../migrations/tenant-table.ts'

/**
 * Adds migrations to those of this process.
 * @returns a function that removes them again
 */
export function addMigrations(more: Readonly<Record<string, SchemaMigration>>): () => void {
  const known: Record<string, string> = checksums
  for (const [name, migration] of Object.entries(more)) {
    migrations[name] = migration
    known[name] = `of ${name}`
  }
  return () => {
    for (const name of Object.keys(more)) {
      delete migrations[name]
      delete known[name]
    }
  }
}

/**
 * Changes that the rules allow a later release to make: columns, a table, a value of a check, an index built
 * concurrently.
 */
export const nextRelease: Readonly<Record<string, SchemaMigration>> = {
  '9001-next-columns': {
    up: async (db: Kysely<unknown>) => {
      for (const table of ['tenant', 'dictionary', 'app_user', 'session', 'audit_event'])
        await sql`alter table ${sql.table(table)} add column next_note text,
          add column next_count integer not null default 0`.execute(db)
      await tenantTable(db, 'next_thing', sql`name text not null`)
      await grant(db, 'next_thing', { atrium_platform: everything })
      await sql`alter table message_attempt drop constraint message_attempt_outcome_check,
        add constraint message_attempt_outcome_check check (outcome in
          ('delivered', 'deferred', 'unreachable', 'refused', 'expired', 'unanswered', 'next')) not valid`.execute(
        db,
      )
    },
  },
  '9002-next-index': {
    inTransaction: false,
    up: async (db: Kysely<unknown>) => {
      // An interrupted build leaves an invalid index.
      await sql`drop index concurrently if exists tenant_next_note`.execute(db)
      await sql`create index concurrently tenant_next_note on tenant (next_note)`.execute(db)
    },
  },
}
