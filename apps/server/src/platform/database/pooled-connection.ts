import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { inStatementSpan } from '../observability/tracing.ts'
import { errorCode } from './errors.ts'

/** A statement that contains this comment is never prepared: its best plan depends on its values. */
export const plannedEachTime = '/* planned each time */'

/** Add this comment to a statement whose plan takes about 1 MB, for example because its table has many partitions. */
export const largePlan = '/* large plan */'

/** Maximum number of prepared statements: each takes about 20 kB of PostgreSQL's memory on every connection. */
const maxPrepared = 500
/** Maximum number of them with a large plan. Further ones are planned each time. */
export const maxLargePlans = 50
/** Longer statements contain a list of values and are unlikely to be repeated. Characters. */
const maxPreparedLength = 5_000

/** Statements of a pool, with the names under which its connections prepare them. */
class PreparedStatements {
  #names = new Map<string, string>()
  #largePlans = 0
  #generation = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const { size } = this.#names
    if (size === maxPrepared || text.length > maxPreparedLength || text.includes(plannedEachTime))
      return undefined
    if (text.includes(largePlan)) {
      if (this.#largePlans === maxLargePlans) return undefined
      this.#largePlans += 1
    }
    const name = `s${this.#generation}_${size}`
    this.#names.set(text, name)
    return name
  }

  /** Gives all statements new names, so that every connection prepares them again. */
  renew(): void {
    this.#generation += 1
    this.#names = new Map()
    this.#largePlans = 0
  }
}

/** Returns the text to prepare. Poolers identify a statement by its text, so it differs in each generation. */
const textUnder = (name: string, text: string): string => {
  const [generation] = name.slice(1).split('_')
  return generation === '0' ? text : `${text} /* ${generation} */`
}

/**
 * Whether a statement was prepared before a newer version's migration added a column to its table. A repetition
 * prepares it again.
 */
const isOutdated = (error: unknown): boolean =>
  errorCode(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** Serialization failure and deadlock. */
const contended = new Set(['40001', '40P01'])

/** Whether the same work is likely to succeed when repeated. */
const isRepeatable = (error: unknown): boolean => contended.has(errorCode(error)) || isOutdated(error)

/** Maximum number of attempts at repeatable work. */
const maxAttempts = 5

/**
 * Does work in a transaction, again after each error that is repeatable, up to 5 times in total. So `work` must do
 * nothing outside the database.
 * @returns what `work` returns
 */
export async function repeatable<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRepeatable(error) || attempt === maxAttempts) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

const begins = (text: string): boolean => /^(begin|start transaction)[\w ]*$/.test(text)
const ends = (text: string): boolean => text === 'commit' || text === 'rollback'

/** The beginning of statements by `settingOf`, and of no other. */
const settingBegins = 'select where set_config('

/**
 * Returns the statement that sets parameters for the rest of a transaction. Its values are those of the parameters, in
 * the same order. It returns no row, and a connection does not wait for its response.
 */
export const settingOf = (...parameters: readonly string[]): string =>
  `select where ${parameters.map((name, index) => `set_config('${name}', $${index + 1}, true) is null`).join(' or ')}`

type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

const emptyResult = (text: string): Result => ({ command: text.toUpperCase(), rowCount: 0, rows: [] })

/**
 * A connection of the pool as Kysely uses it:
 *
 * - A failed rollback is ignored: the connection is broken and its transaction gone, and the caller needs the error
 *   that broke it.
 * - Statements with parameters are prepared once, so that PostgreSQL neither parses nor plans them each time.
 * - It does not wait for the responses to the beginning of a transaction and its settings, nor for the commit of a
 *   read-only transaction. The next statement follows at once: see `pipeline` of the pool.
 */
class PooledConnection {
  readonly #client: PoolClient
  readonly #statements: PreparedStatements | undefined
  /** Statements whose responses no later statement has waited for yet. */
  #sentAhead: Promise<Result>[] = []
  #broken = false
  #inTransaction = false
  #onlyReads = false

  constructor(client: PoolClient, statements: PreparedStatements | undefined) {
    this.#client = client
    this.#statements = statements
  }

  readonly query = (async (text: string, values: readonly unknown[] = []): Promise<Result> => {
    if (begins(text)) {
      this.#inTransaction = true
      this.#onlyReads = text.endsWith('read only')
      return this.#sendAhead(text)
    }
    if (ends(text)) return this.#end(text)
    if (text.startsWith(settingBegins)) return this.#sendAhead(text, values)
    return this.#run(text, values)
  }) as PostgresPoolClient['query']

  readonly release = (discard?: boolean): void => this.#client.release(discard || this.#broken)

  /** Sends a statement without waiting for the response. If it fails, the next statement throws its error. */
  #sendAhead(text: string, values: readonly unknown[] = []): Result {
    const sent = this.#send(text, values)
    sent.catch(() => undefined)
    this.#sentAhead.push(sent)
    return emptyResult(text)
  }

  #end(text: string): Result | Promise<Result> {
    this.#inTransaction = false
    if (text === 'rollback') return this.#rollback(text)
    return this.#onlyReads && this.#sentAhead.length === 0 ? this.#sendAhead(text) : this.#sendInOrder(text)
  }

  async #rollback(text: string): Promise<Result> {
    this.#sentAhead = []
    return await this.#send(text, []).catch(() => {
      this.#broken = true
      return emptyResult(text)
    })
  }

  async #run(text: string, values: readonly unknown[], attempt = 1): Promise<Result> {
    try {
      return await this.#sendInOrder(text, values)
    } catch (error) {
      if (isOutdated(error)) this.#statements?.renew()
      // A single statement, such as the one that reads the session, can block a migration just as a whole transaction
      // can. Without parameters a text may be several statements, and the failed one may be in their transaction.
      const isSingle = !this.#inTransaction && values.length > 0
      if (!isSingle || !isRepeatable(error) || attempt === maxAttempts) throw error
    }
    return this.#run(text, values, attempt + 1)
  }

  /** Sends a statement and waits for it. @throws the first error of the statements sent ahead and of this one */
  async #sendInOrder(text: string, values: readonly unknown[] = []): Promise<Result> {
    const ahead = this.#sentAhead
    this.#sentAhead = []
    const sent = this.#send(text, values)
    sent.catch(() => undefined)
    await Promise.all(ahead)
    return await sent
  }

  async #send(text: string, values: readonly unknown[]): Promise<Result> {
    const name = values.length > 0 ? this.#statements?.nameOf(text) : undefined
    const statement = name ? { name, text: textUnder(name, text) } : { text }
    try {
      return await inStatementSpan(text, () => this.#client.query({ ...statement, values: [...values] }))
    } catch (error) {
      // PostgreSQL's errors have a code. One of the driver means that the connection has ended or does not respond.
      if (errorCode(error) === '') this.#broken = true
      throw error
    }
  }
}

interface PooledOptions {
  /** Whether statements stay prepared on a connection. */
  readonly prepares?: boolean
  /** Whether the pool rejects standbys. A URL may lead to one while two servers switch roles. */
  readonly primary?: boolean
}

/** A connection that leads to a standby. It cannot write, and its data may be old. */
class StandbyError extends Error {
  override readonly name = 'StandbyError'
  /** Same code as PostgreSQL's error for a server that cannot accept connections now. */
  readonly code = '57P03'

  constructor() {
    super('The database is a standby: its primary has not been found yet')
  }
}

/** @throws StandbyError if the connection leads to a standby */
async function checkPrimary(connection: PooledConnection): Promise<void> {
  const { rows } = await connection.query<{ standby: boolean }>('select pg_is_in_recovery() as standby', [])
  if (rows[0]?.standby) throw new StandbyError()
}

/** Connections known to lead to a primary. A primary that becomes a standby closes its connections. */
const toPrimary = new WeakSet<PoolClient>()

/** Returns a pool in the form that Kysely uses; see `PooledConnection`. */
export function pooled(pool: Pool, { prepares = true, primary = false }: PooledOptions = {}): PostgresPool {
  const statements = prepares ? new PreparedStatements() : undefined
  const connections = new WeakMap<PoolClient, PooledConnection>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const connection = connections.get(client) ?? new PooledConnection(client, statements)
      connections.set(client, connection)
      if (primary && !toPrimary.has(client)) {
        await checkPrimary(connection).catch((error: unknown) => {
          connection.release(true)
          throw error
        })
        toPrimary.add(client)
      }
      return connection
    },
    end: () => pool.end(),
  }
}
