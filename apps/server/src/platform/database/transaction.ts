import { CompiledQuery, type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely'
import { repeatable, settingOf } from './pooled-connection.ts'
import type { WorkRole } from './roles.ts'
import type { Database } from './schema.ts'

/** Role and tenants of a transaction. */
export interface RunAs {
  role: WorkRole
  /** Ids of the tenants whose rows `atrium_tenant` sees. The platform's own ('0') is always added. */
  tenants: readonly string[]
  /** Ids of the only studies whose rows an inspector's session sees; undefined for everybody else. */
  studies?: readonly string[]
}

export type Trx = Transaction<Database>

/** Platform administrator, who sees every tenant's rows. */
export const asPlatform: RunAs = { role: 'atrium_platform', tenants: [] }

/** Returns whether a call is made for the platform, through a menu of the caller's system role. */
export const isPlatform = ({ role }: RunAs): boolean => role === asPlatform.role

/** The server itself: sign-in, counters, sealing. */
export const asSystem: RunAs = { role: 'atrium_system', tenants: [] }

/** Returns the role and tenants of a session of these tenants. It reads and writes their rows, and reads the platform's. */
export function asTenants(tenants: readonly string[]): RunAs {
  return { role: 'atrium_tenant', tenants }
}

/** Returns the role of an inspector's session, which reads rows of the studies in the tenant. */
export const asInspector = (tenantId: string, studies: readonly string[]): RunAs => ({
  ...asTenants([tenantId]),
  studies,
})

/** Maximum time for a statement, and for its wait for locks, in PostgreSQL's notation. */
export interface StatementLimits {
  readonly statement: string
  readonly lock: string
}

/** Limits of a call, so that it gets a response in time and no locked row blocks others for ever. */
const limited: StatementLimits = { statement: '20s', lock: '10s' }

/** '0' means no limit. */
const unlimited: StatementLimits = { statement: '0', lock: '0' }

interface TransactionOptions {
  /** Isolation level; PostgreSQL's default (read committed) if missing. */
  readonly isolation?: IsolationLevel
  /** Whether the transaction only reads. PostgreSQL then rejects every write. */
  readonly readOnly?: boolean
  /** Whether its statements have no time limit, as at the server's start and for the audit trail. */
  readonly unlimited?: boolean
  /** Time limit of statements, if shorter than usual, in PostgreSQL's notation. */
  readonly statementLimit?: string
}

const limitsOf = ({ unlimited: isUnlimited, statementLimit = limited.statement }: TransactionOptions) =>
  isUnlimited ? unlimited : { ...limited, statement: statementLimit }

/**
 * Runs `work` in one transaction under a role that row-level security confines, and commits. After a serialization
 * failure or deadlock, or if a statement was prepared before a migration, it runs `work` again, up to 5 times in
 * total. So `work` must do nothing outside the database.
 * @returns what `work` returns
 */
export const inTransaction = <T>(
  db: Kysely<Database>,
  as: RunAs,
  work: (trx: Trx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> =>
  repeatable(() =>
    db
      .transaction()
      .setIsolationLevel(options.isolation ?? 'read committed')
      .setAccessMode(options.readOnly ? 'read only' : 'read write')
      .execute(async (trx) => {
        await setRole(trx, as, limitsOf(options))
        return await work(trx)
      }),
  )

/** Returns ids as an array in PostgreSQL's notation. */
const arrayOf = (ids: readonly string[]): string => `{${ids.map((id) => JSON.stringify(id)).join()}}`

const setting = settingOf('role', 'app.tenants', 'app.studies', 'statement_timeout', 'lock_timeout')

/**
 * Sets the role and the tenants for the rest of the transaction, together with its first statement. The limits are
 * also set here, because a pooler would reject them as settings of the connection.
 */
export async function setRole(trx: Trx, as: RunAs, limits: StatementLimits = unlimited): Promise<void> {
  const tenants = arrayOf(['0', ...as.tenants])
  const studies = as.studies ? arrayOf(as.studies) : ''
  await trx.executeQuery(
    CompiledQuery.raw(setting, [as.role, tenants, studies, limits.statement, limits.lock]),
  )
}

const planning = settingOf('plan_cache_mode', 'enable_sort', 'seq_page_cost', 'random_page_cost')
const onceInOrder = ['force_generic_plan', 'off', '0', '0']
/** Null restores the default. */
const byDefault = [null, null, null, null]

/**
 * Makes PostgreSQL plan each statement of `work` once per connection, for any values. Use it for tables with so many
 * partitions and indexes that planning takes longer than reading. The plans sort nothing if an index has the rows in
 * order. If several indexes have them, PostgreSQL chooses the one with the fewest rows to read.
 * @returns what `work` returns
 */
export async function planningOnce<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await trx.executeQuery(CompiledQuery.raw(planning, onceInOrder))
  try {
    return await work()
  } finally {
    await trx.executeQuery(CompiledQuery.raw(planning, byDefault))
  }
}

/**
 * Allows the transaction to be idle while files are read or written. PostgreSQL may be set to end transactions that
 * idle for long.
 */
export const allowIdle = (trx: Trx): Promise<unknown> =>
  sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
