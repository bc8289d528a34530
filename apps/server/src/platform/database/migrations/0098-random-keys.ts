import { type Kysely, sql } from 'kysely'
import { randomKeys } from './0097-large-tables.ts'

/**
 * Random keys are no longer compared over all tenants: a database that is spread over machines by tenants can keep no
 * such rule. They are looked up by the indexes of the migration before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { table, rule, name } of randomKeys)
    await (rule === 'index'
      ? sql`drop index ${sql.id(name)}`
      : sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`
    ).execute(db)
}
