import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type IsolationLevel, type Kysely, sql, type Transaction } from 'kysely'
import { attempts, isRepeatable, settingOf } from './pooled-connection.ts'
import type { WorkRole } from './roles.ts'
import type { Database } from './schema.ts'

/** On whose behalf a transaction runs. */
export interface RunAs {
  role: WorkRole
  /** Ids of the tenants whose rows `atrium_tenant` sees; the platform's own ('0') always join them. */
  tenants: readonly string[]
}

export type Trx = Transaction<Database>

/** The platform administrator: every tenant's rows. */
export const asPlatform: RunAs = { role: 'atrium_platform', tenants: [] }

/** Whether a call is made for the platform: through a menu of its caller's system role. */
export const isPlatform = ({ role }: RunAs): boolean => role === asPlatform.role

/** The server itself: sign-in, counters, sealing. */
export const asSystem: RunAs = { role: 'atrium_system', tenants: [] }

/** A session of these tenants: their rows, and the platform's to read. */
export function asTenants(tenants: readonly string[]): RunAs {
  return { role: 'atrium_tenant', tenants }
}

/** How long a statement may take, and may wait for rows that others hold, as PostgreSQL keeps it. */
export interface StatementLimits {
  readonly statement: string
  readonly lock: string
}

/** Limits of a call: a response comes within them, and no locked row blocks others for ever. */
const limited: StatementLimits = { statement: '20s', lock: '10s' }

/** '0' stands for none. */
const unlimited: StatementLimits = { statement: '0', lock: '0' }

interface TransactionOptions {
  /** PostgreSQL's default (read committed) if not given. */
  readonly isolation?: IsolationLevel
  /** Whether it changes nothing. PostgreSQL rejects every write then. */
  readonly readOnly?: boolean
  /** Whether its statements may take as long as they need, as the start's and the trail's do. */
  readonly unlimited?: boolean
  /** Time limits of statements that are shorter than usual, as PostgreSQL writes them. */
  readonly statementLimit?: string
}

const limitsOf = ({ unlimited: isUnlimited, statementLimit = limited.statement }: TransactionOptions) =>
  isUnlimited ? unlimited : { ...limited, statement: statementLimit }

/**
 * Runs `work` in one transaction under a role that row-level security confines, and commits.
 * A serialization failure or deadlock runs it again (at most 5 times in all), as does a statement that was prepared
 * before a migration, so `work` must do nothing outside of the database.
 *
 * @returns what `work` returns
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  as: RunAs,
  work: (trx: Trx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db
        .transaction()
        .setIsolationLevel(options.isolation ?? 'read committed')
        .setAccessMode(options.readOnly ? 'read only' : 'read write')
        .execute(async (trx) => {
          await setRole(trx, as, limitsOf(options))
          return await work(trx)
        })
    } catch (error) {
      if (!isRepeatable(error) || attempt === attempts) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

const setting = settingOf('role', 'app.tenants', 'statement_timeout', 'lock_timeout')

/**
 * Sets the role and the tenants for the rest of the transaction, together with its first statement. The statement
 * limits are set here too, not for the connection, where a pooler would reject them.
 */
export async function setRole(trx: Trx, as: RunAs, limits: StatementLimits = unlimited): Promise<void> {
  const tenants = `{${['0', ...as.tenants].map((id) => JSON.stringify(id)).join()}}`
  await trx.executeQuery(CompiledQuery.raw(setting, [as.role, tenants, limits.statement, limits.lock]))
}

/** PostgreSQL may be set to end what idles for long in a transaction; this one does so while it reads or writes files. */
export const mayIdle = (trx: Trx): Promise<unknown> =>
  sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
