import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type Cursor from 'pg-cursor'
import { errorCode } from './errors.ts'

/**
 * How long PostgreSQL may leave a statement unanswered before its connection counts as broken, in milliseconds. More
 * than the limits that PostgreSQL itself keeps (see `transaction.ts`): it is for a server that does not answer at all.
 */
const unansweredLimit = 30_000

/** In a statement, a wish to be planned with its values each time, since these decide how it is best done. */
export const plannedEachTime = '/* planned each time */'

/** Most statements that are kept prepared: each takes some 20 kB of PostgreSQL's memory on every connection. */
const mostPrepared = 500
/** Longer ones have a list of values in them and hardly come again. Characters. */
const longestPrepared = 5_000

/** The statements of this process, by the names under which connections prepare them. */
class PreparedStatements {
  #names = new Map<string, string>()
  #generation = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const { size } = this.#names
    if (size === mostPrepared || text.length > longestPrepared || text.includes(plannedEachTime))
      return undefined
    const name = `s${this.#generation}_${size}`
    this.#names.set(text, name)
    return name
  }

  /** Has every statement prepared anew. */
  renew(): void {
    this.#generation += 1
    this.#names = new Map()
  }
}

/**
 * Whether a statement was prepared before a newer version's migration gave its table another column. Done again, it
 * is prepared anew.
 */
export const isOutdated = (error: unknown): boolean =>
  errorCode(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

const begins = (text: string): boolean => /^(begin|start transaction)[\w ]*$/.test(text)
const ends = (text: string): boolean => text === 'commit' || text === 'rollback'

const nothingDone = (text: string) => ({ command: text.toUpperCase(), rowCount: 0, rows: [] })

/**
 * A connection of the pool as Kysely uses it:
 *
 * - No statement holds it for ever. One whose statement stays unanswered is ended, which fails the statement.
 * - A rollback that fails is no failure of its own: the connection is broken, its transaction is gone with it, and what
 *   broke it is what the caller must learn.
 * - A transaction begins with its first statement, in one round trip with one that has no parameters.
 * - Statements with parameters are prepared once, so that PostgreSQL neither parses nor plans them each time.
 */
class PooledConnection {
  readonly #client: PoolClient
  readonly #limit: number
  readonly #statements: PreparedStatements | undefined
  #broken = false
  /** What begins the transaction, until its first statement takes it along. */
  #beginning: string | undefined
  #inTransaction = false

  constructor(client: PoolClient, limit: number, statements: PreparedStatements | undefined) {
    this.#client = client
    this.#limit = limit
    this.#statements = statements
  }

  /** Anything but a text is a cursor, which is read at the pace of who reads it. */
  readonly query = ((statement: string | Cursor, parameters: readonly unknown[] = []) =>
    typeof statement === 'string'
      ? this.#run(statement, parameters)
      : this.#client.query(statement)) as PostgresPoolClient['query']

  readonly release = (discard?: boolean): void => this.#client.release(discard || this.#broken)

  async #run(
    text: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult | ReturnType<typeof nothingDone>> {
    if (begins(text)) {
      this.#beginning = text
      return nothingDone(text)
    }
    const beginning = this.#beginning
    this.#beginning = undefined
    if (ends(text)) {
      this.#inTransaction = false
      return beginning === undefined ? this.#end(text) : nothingDone(text)
    }
    if (beginning === undefined) return this.#send(text, parameters)
    this.#inTransaction = true
    if (parameters.length > 0) {
      await this.#send(beginning, [])
      return this.#send(text, parameters)
    }
    const results: unknown = await this.#send(`${beginning}; ${text}`, [])
    return (results as QueryResult[]).at(-1) ?? nothingDone(text)
  }

  async #end(text: string): Promise<QueryResult | ReturnType<typeof nothingDone>> {
    try {
      return await this.#send(text, [])
    } catch (error) {
      if (text !== 'rollback') throw error
      this.#broken = true
      return nothingDone(text)
    }
  }

  async #send(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const name = parameters.length > 0 ? this.#statements?.nameOf(text) : undefined
    // With a statement under way the driver does not wait for the server to say goodbye.
    const timer = setTimeout(() => void this.#client.end(), this.#limit)
    try {
      return await this.#client.query({ ...(name && { name }), text, values: [...parameters] })
    } catch (error) {
      if (!name || !isOutdated(error)) throw error
      this.#statements?.renew()
      if (this.#inTransaction) throw error
    } finally {
      clearTimeout(timer)
    }
    return this.#send(text, parameters)
  }
}

export interface PooledOptions {
  /** How long a statement may stay unanswered, in milliseconds; reading by a cursor has no limit. */
  readonly limit?: number
  /** Whether each connection is one of PostgreSQL's own, that keeps what was prepared on it. */
  readonly prepares?: boolean
}

/** A pool as Kysely takes it; see `PooledConnection`. */
export function pooled(
  pool: Pool,
  { limit = unansweredLimit, prepares = true }: PooledOptions = {},
): PostgresPool {
  const statements = prepares ? new PreparedStatements() : undefined
  const connections = new WeakMap<PoolClient, PooledConnection>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const connection = connections.get(client) ?? new PooledConnection(client, limit, statements)
      connections.set(client, connection)
      return connection
    },
    end: () => pool.end(),
  }
}
