import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { StartupError } from './errors.ts'
import { migrations } from './migrations/index.ts'

const migrationTable = 'schema_migration'

async function applied(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    migrationTable,
  ])
  if (!rows[0]?.exists) return []
  const names = await owner.query<{ name: string }>(`select name from ${migrationTable}`)
  return names.rows.map((row) => row.name)
}

async function refuseNewer(owner: Pool): Promise<void> {
  const unknown = (await applied(owner)).filter((name) => !(name in migrations)).sort()
  if (unknown.length === 0) return
  throw new StartupError(
    `The database was last used by a newer version of Atrium (it has the migration ${unknown.at(-1)}): ` +
      'start that version or a later one, or point DATA_DIR or DATABASE_URL at another database.',
  )
}

/**
 * Brings the schema up to date: the migrations that the database does not have yet, in order, in one
 * transaction under a lock, so that any number of processes may start at once.
 *
 * @param owner connections of the role that owns the schema; the caller ends them
 * @returns the names of the migrations that ran now
 * @throws StartupError when the database holds migrations that this version does not know
 */
export async function migrate(owner: Pool): Promise<string[]> {
  await refuseNewer(owner)
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: owner }) }),
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map((result) => result.migrationName)
}
