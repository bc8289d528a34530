import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import type Cursor from 'pg-cursor'
import { inStatementSpan, openStatement } from '../observability/tracing.ts'
import { errorCode } from './errors.ts'

/**
 * How long PostgreSQL may leave a statement without a response before its connection counts as broken, in milliseconds.
 * More than the limits that PostgreSQL itself keeps (see `transaction.ts`): it is for a server that does not respond at
 * all.
 */
const unansweredLimit = 30_000

/** In a statement, a wish to be planned with its values each time, since these decide how it is best done. */
export const plannedEachTime = '/* planned each time */'

/** Most statements that are kept prepared: each takes some 20 kB of PostgreSQL's memory on every connection. */
const maxPrepared = 500
/** Longer ones have a list of values in them and hardly come again. Characters. */
const maxPreparedLength = 5_000

/** The statements of this process, by the names under which connections prepare them. */
class PreparedStatements {
  #names = new Map<string, string>()
  #generation = 0

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const { size } = this.#names
    if (size === maxPrepared || text.length > maxPreparedLength || text.includes(plannedEachTime))
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
 * A statement under a name of a later generation as another text, by which a pooler between knows what it has prepared.
 */
const textUnder = (name: string, text: string): string => {
  const [generation] = name.slice(1).split('_')
  return generation === '0' ? text : `${text} /* ${generation} */`
}

/**
 * Whether a statement was prepared before a newer version's migration gave its table another column. Done again, it
 * is prepared anew.
 */
const isOutdated = (error: unknown): boolean =>
  errorCode(error) === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery'

/** Serialization failure and deadlock. */
const contended = new Set(['40001', '40P01'])

/** Whether the same, done again, succeeds. */
export const isRepeatable = (error: unknown): boolean => contended.has(errorCode(error)) || isOutdated(error)

/** How often something is done at most that is repeatable. */
export const attempts = 5

const begins = (text: string): boolean => /^(begin|start transaction)[\w ]*$/.test(text)
const ends = (text: string): boolean => text === 'commit' || text === 'rollback'

const settingBegins = 'select where '

/**
 * The statement that sets parameters for the rest of a transaction, its values theirs in the same order. It finds no
 * row, and is sent together with the statement behind it.
 */
export const settingOf = (...parameters: readonly string[]): string =>
  settingBegins +
  parameters.map((name, index) => `set_config('${name}', $${index + 1}, true) is null`).join(' or ')

/** A statement, and its name if it is prepared. */
interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
}

/** One that goes before another: the end or beginning of a transaction, or its settings. */
interface Postponed extends Statement {
  readonly values: readonly string[]
}

type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

const nothingDone = (text: string): Result => ({ command: text.toUpperCase(), rowCount: 0, rows: [] })

/** How long the end of a transaction that only reads waits for the connection's next statement, in milliseconds. */
const maxPostponed = 2

/**
 * A connection of the pool as Kysely uses it:
 *
 * - No statement holds it for ever. If a statement gets no response, the connection is ended, which fails the
 * statement.
 * - A failed rollback is ignored: the connection is broken and its transaction gone, and the caller needs the error
 * that broke it.
 * - Statements with parameters are prepared once, so that PostgreSQL neither parses nor plans them each time.
 * - A transaction begins, with its settings, together with its first statement in one round trip. A transaction that
 * only reads ends with the connection's next statement, or a moment later.
 */
class PooledConnection {
  readonly #client: PoolClient
  readonly #limit: number
  readonly #statements: PreparedStatements | undefined
  /** The names under which this connection has prepared statements. */
  readonly #prepared = new Set<string>()
  /** What is sent before the next statement: the end of the previous transaction, the beginning of this one. */
  #postponed: Postponed[] = []
  #postponedEnd: NodeJS.Timeout | undefined
  #broken = false
  #inTransaction = false
  #onlyReads = false

  constructor(client: PoolClient, limit: number, statements: PreparedStatements | undefined) {
    this.#client = client
    this.#limit = limit
    this.#statements = statements
  }

  /** Anything but a text is a cursor, which is read at the pace of its reader. */
  readonly query = ((statement: string | Cursor, values: readonly unknown[] = []) =>
    typeof statement === 'string'
      ? this.#run(statement, values)
      : this.#open(statement)) as PostgresPoolClient['query']

  readonly release = (discard?: boolean): void => this.#client.release(discard || this.#broken)

  /** Sends what was postponed. A failure breaks the connection, which its next statement will say. */
  async settle(): Promise<void> {
    try {
      for (const statement of this.#takePostponed()) await this.#send(statement)
    } catch {
      this.#broken = true
    }
  }

  #run(text: string, values: readonly unknown[]): Promise<Result> | Result {
    if (begins(text)) return this.#begin(text)
    if (ends(text)) return this.#end(text)
    if (text.startsWith(settingBegins) && this.#hasBegun()) return this.#postpone(text, values)
    return this.#statement(text, values)
  }

  #begin(text: string): Result {
    this.#inTransaction = true
    this.#onlyReads = text.endsWith('read only')
    return this.#postpone(text)
  }

  /** Whether the transaction has nothing behind it yet but its beginning. */
  #hasBegun(): boolean {
    return begins(this.#postponed.at(-1)?.text ?? '')
  }

  async #end(text: string): Promise<Result> {
    this.#inTransaction = false
    const beginning = this.#postponed.findIndex((statement) => begins(statement.text))
    if (beginning >= 0) {
      this.#postponed.splice(beginning)
      return nothingDone(text)
    }
    if (text === 'commit' && this.#onlyReads && this.#statements) {
      this.#postponedEnd = setTimeout(() => void this.settle(), maxPostponed)
      return this.#postpone(text)
    }
    try {
      return await this.#send({ text, values: [], name: undefined })
    } catch (error) {
      if (text !== 'rollback') throw error
      this.#broken = true
      return nothingDone(text)
    }
  }

  #postpone(text: string, values: readonly unknown[] = []): Result {
    this.#postponed.push({ text, values: values.map(String), name: this.#statements?.nameOf(text) })
    return nothingDone(text)
  }

  #takePostponed(): readonly Postponed[] {
    const postponed = this.#postponed
    this.#postponed = []
    clearTimeout(this.#postponedEnd)
    return postponed
  }

  #open(cursor: Cursor): Cursor {
    this.#trace(cursor)
    // What is read from a cursor before it was sent waits for it.
    if (this.#postponed.length > 0) void this.settle().then(() => this.#client.query(cursor))
    else this.#client.query(cursor)
    return cursor
  }

  /** A cursor is in use until its end, which the driver's types do not express. */
  #trace(cursor: Cursor & { readonly text?: string }): void {
    const span = openStatement(cursor.text ?? '')
    if (!span) return
    cursor.once('end', () => span.end({}))
  }

  async #statement(text: string, values: readonly unknown[], attempt = 1): Promise<Result> {
    const name = values.length > 0 ? this.#statements?.nameOf(text) : undefined
    try {
      return await this.#sendBehind(this.#takePostponed(), { text, values, name })
    } catch (error) {
      if (name && isOutdated(error)) this.#statements?.renew()
      // A single statement, such as the one for the session, may block a migration just as a whole transaction does.
      if (this.#inTransaction || !isRepeatable(error) || attempt === attempts) throw error
    }
    return this.#statement(text, values, attempt + 1)
  }

  /** Sends a statement behind others: in one round trip where PostgreSQL knows them all. */
  async #sendBehind(first: readonly Postponed[], last: Statement): Promise<Result> {
    if (last.name && first.every(({ name }) => name && this.#prepared.has(name)))
      return this.#send(last, first)
    for (const statement of first) await this.#send(statement)
    return this.#send(last)
  }

  async #send({ text, values, name }: Statement, first: readonly Postponed[] = []): Promise<Result> {
    // With a statement under way the driver does not wait for the server to say goodbye.
    const timer = setTimeout(() => void this.#client.end(), this.#limit)
    try {
      const config = { ...(name && { name }), text: name ? textUnder(name, text) : text, values: [...values] }
      const result = await inStatementSpan(text, () =>
        first.length > 0 ? this.#sendTogether(first, config) : this.#client.query(config),
      )
      if (name) this.#prepared.add(name)
      return result
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a statement after others that are prepared, in one message. @returns the result of the last one */
  #sendTogether(first: readonly Postponed[], last: QueryConfig): Promise<Result> {
    return new Promise((resolve, reject) => {
      // Of several statements the driver gives every response, which its types do not say.
      const answered = (error: Error | undefined, responses: unknown) =>
        error ? reject(error) : resolve((responses as QueryResult[]).at(-1) ?? nothingDone(last.text))
      const query = new pg.Query(last, answered)
      const submit = query.submit
      query.submit = (connection) => {
        connection.stream.cork()
        for (const { name, values } of first) {
          connection.bind({ statement: name, values: [...values] }, true)
          connection.execute(null, true)
        }
        submit.call(query, connection)
        connection.stream.uncork()
      }
      this.#client.query(query)
    })
  }
}

/** The last user of each connection. Pools over the same connections may have left something to send on them. */
const lastUsers = new WeakMap<PoolClient, PooledConnection>()

interface PooledOptions {
  /** How long a statement may stay unanswered, in milliseconds; reading by a cursor has no limit. */
  readonly limit?: number
  /** Whether what was prepared on a connection stays so. */
  readonly prepares?: boolean
  /** Whether only a primary will do. A standby may be mistaken for it while the two switch roles. */
  readonly primary?: boolean
}

/** A connection that leads to a standby: nothing can be written there, and what is read may be of yesterday. */
class StandbyError extends Error {
  override readonly name = 'StandbyError'
  /** The error that PostgreSQL sends when it cannot serve. */
  readonly code = '57P03'

  constructor() {
    super('The database is a standby: its primary has not been found yet')
  }
}

/** @throws StandbyError if the connection is to one */
async function checkPrimary(connection: PooledConnection): Promise<void> {
  const { rows } = await connection.query<{ standby: boolean }>('select pg_is_in_recovery() as standby', [])
  if (rows[0]?.standby) throw new StandbyError()
}

/** Connections that are known to lead to a primary: one that becomes a standby ends them. */
const toPrimary = new WeakSet<PoolClient>()

/** A pool as Kysely takes it; see `PooledConnection`. */
export function pooled(
  pool: Pool,
  { limit = unansweredLimit, prepares = true, primary = false }: PooledOptions = {},
): PostgresPool {
  const statements = prepares ? new PreparedStatements() : undefined
  const connections = new WeakMap<PoolClient, PooledConnection>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const connection = connections.get(client) ?? new PooledConnection(client, limit, statements)
      connections.set(client, connection)
      const last = lastUsers.get(client)
      if (last && last !== connection) await last.settle()
      lastUsers.set(client, connection)
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
