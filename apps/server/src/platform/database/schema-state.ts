import type { ClientBase } from 'pg'
import { program } from '../observability/program.ts'
import { StartupError } from './errors.ts'
import checksums from './migrations/checksums.generated.json' with { type: 'json' }
import { migrations } from './migrations/index.ts'

/** The table of applied migrations. */
export const migrationTable = 'schema_migration'

/** Anything that can run queries. */
export type Queryable = Pick<ClientBase, 'query'>

/** The state of a database's schema compared with this version. */
export interface SchemaState {
  /** Names of migrations that the database lacks, in their order. */
  readonly pending: readonly string[]
  /** Names of migrations that a newer version applied. */
  readonly unknown: readonly string[]
  /** Names of applied migrations without a checksum, or with a changed one that an operator accepts. */
  readonly unrecorded: readonly string[]
  /** Whether no migration has ever been applied. */
  readonly isEmpty: boolean
}

interface Applied {
  readonly name: string
  /** Missing in databases of 0.1.0. */
  readonly checksum?: string | null
  readonly needs?: string | null
}

/** Returns the record that is stored for an applied migration. */
export const recordOf = (name: string): Required<Applied> => ({
  name,
  checksum: (checksums as Readonly<Record<string, string>>)[name] ?? null,
  needs: migrations[name]?.contract?.needs ?? null,
})

async function readApplied(connection: Queryable): Promise<Applied[]> {
  const { rows } = await connection.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [migrationTable],
  )
  if (!rows[0]?.exists) return []
  const applied = await connection.query<{ row: Applied }>(
    `select to_jsonb(m) as row from ${migrationTable} m order by name`,
  )
  return applied.rows.map(({ row }) => row)
}

function rejectChanged(changed: readonly Applied[]): void {
  const [first] = changed
  if (!first) return
  const names = changed.map(({ name }) => name).join(', ')
  throw new StartupError(
    `Applied migrations differ from those of this version: ${names} (${first.name} has the checksum ` +
      `${first.checksum?.slice(0, 12)} in the database and ${recordOf(first.name).checksum?.slice(0, 12)} here). Start ` +
      'the version that applied them, or compare the files: if the difference is harmless, accept it with ' +
      `${program} migrate --accept ${first.name}.`,
  )
}

/** Rejects a database from which a newer version removed what this one needs. */
function rejectContracted(unknown: readonly Applied[]): void {
  const beyond = unknown.find(({ needs }) => needs && !(needs in migrations))
  if (!beyond) return
  throw new StartupError(
    'The database was migrated by a newer version of Atrium that this version cannot run alongside ' +
      `(${beyond.name} needs a version with ${beyond.needs}): start a newer version.`,
  )
}

/** Rejects a database from another line of development, where neither version succeeds the other. */
function rejectMixed({ pending, unknown }: SchemaState): void {
  if (pending.length === 0 || unknown.length === 0) return
  throw new StartupError(
    `The database has migrations that this version lacks (${unknown.at(-1)}), and lacks migrations that this version has ` +
      `(${pending[0]}): start a version that has all of them, or point DATA_DIR or DATABASE_URL at another database.`,
  )
}

/**
 * Compares the applied migrations of a database with those of this version.
 * @param accepted names of changed migrations that an operator accepts
 * @throws StartupError if this version must not run on the database: an applied migration was changed, or the version
 * that migrated it is neither a successor nor a neighbour of this one
 */
export async function readState(
  connection: Queryable,
  accepted: readonly string[] = [],
): Promise<SchemaState> {
  const applied = await readApplied(connection)
  const names = new Set(applied.map(({ name }) => name))
  const known = applied.filter(({ name }) => name in migrations)
  const changed = known.filter(({ name, checksum }) => checksum && checksum !== recordOf(name).checksum)
  const unknown = applied.filter(({ name }) => !(name in migrations))
  rejectChanged(changed.filter(({ name }) => !accepted.includes(name)))
  rejectContracted(unknown)
  const state: SchemaState = {
    pending: Object.keys(migrations).filter((name) => !names.has(name)),
    unknown: unknown.map(({ name }) => name),
    unrecorded: [...known.filter(({ checksum }) => !checksum), ...changed].map(({ name }) => name),
    isEmpty: applied.length === 0,
  }
  rejectMixed(state)
  return state
}
