import type { ClientBase } from 'pg'
import { program } from '../observability/program.ts'
import { StartupError } from './errors.ts'
import checksums from './migrations/checksums.generated.json' with { type: 'json' }
import { migrations } from './migrations/index.ts'

/** The table of what was applied. */
export const migrationTable = 'schema_migration'

/** Whatever statements are sent by. */
export type Queryable = Pick<ClientBase, 'query'>

/** How the schema of a database stands to this version. */
export interface SchemaState {
  /** Names of migrations that it lacks, in their order. */
  readonly pending: readonly string[]
  /** Of those that a newer version has applied. */
  readonly unknown: readonly string[]
  /** Of those that are applied and have no checksum, or one that is accepted as changed. */
  readonly unrecorded: readonly string[]
  /** Whether nothing was ever applied. */
  readonly isEmpty: boolean
}

interface Applied {
  readonly name: string
  /** Missing before the migration that adds it. */
  readonly checksum?: string | null
  readonly needs?: string | null
}

/** What is kept with a migration that is applied. */
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

function refuseChanged(changed: readonly Applied[]): void {
  const [first] = changed
  if (!first) return
  const names = changed.map(({ name }) => name).join(', ')
  throw new StartupError(
    `Applied migrations are not those of this version: ${names} (${first.name} has the checksum ` +
      `${first.checksum?.slice(0, 12)} in the database, ${recordOf(first.name).checksum?.slice(0, 12)} here). Start ` +
      'the version that applied them, or compare the files: where the difference is harmless, accept it by ' +
      `${program} migrate --accept ${first.name}.`,
  )
}

/** A newer version took away what this one needs. */
function refuseContracted(unknown: readonly Applied[]): void {
  const beyond = unknown.find(({ needs }) => needs && !(needs in migrations))
  if (!beyond) return
  throw new StartupError(
    'The database was migrated by a newer version of Atrium that this one cannot run beside ' +
      `(${beyond.name} needs a version that knows ${beyond.needs}): start a newer version.`,
  )
}

/** Two lines of development: neither is the other's successor. */
function refuseMixed({ pending, unknown }: SchemaState): void {
  if (pending.length === 0 || unknown.length === 0) return
  throw new StartupError(
    `The database has migrations that this version does not know (${unknown.at(-1)}) and lacks others that it has ` +
      `(${pending[0]}): start a version that has them all, or point DATA_DIR or DATABASE_URL at another database.`,
  )
}

/**
 * Compares what was applied to a database with the migrations of this version.
 *
 * @param accepted names of migrations whose change somebody has looked at
 * @throws StartupError where this version must not run on it: an applied migration was changed, or it was migrated by
 *   a version that is no successor of this one, or no neighbour
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
  refuseChanged(changed.filter(({ name }) => !accepted.includes(name)))
  refuseContracted(unknown)
  const state: SchemaState = {
    pending: Object.keys(migrations).filter((name) => !names.has(name)),
    unknown: unknown.map(({ name }) => name),
    unrecorded: [...known.filter(({ checksum }) => !checksum), ...changed].map(({ name }) => name),
    isEmpty: applied.length === 0,
  }
  refuseMixed(state)
  return state
}
