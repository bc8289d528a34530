import pg from 'pg'

const int8 = 20
const date = 1082
const numeric = 1700

/**
 * Parses a bigint as a number.
 * @throws RangeError if a number cannot represent it exactly; it is never rounded
 */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${text} is too large to be represented exactly as a number`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [int8, wholeNumber],
  [numeric, Number],
  // A date is not an instant: as a Date it would shift with the time zone of the process.
  [date, (text) => text],
])

/** Default maximum number of connections in a pool. */
const defaultSize = 16

/** Parses values from the database: int8 and numeric as numbers, a date as its text (yyyy-MM-dd). */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format)
  },
}

export interface PoolOptions {
  /** Role that each new connection steps down to. By default it keeps the user's own role. */
  readonly sessionRole?: string | undefined
  /** Maximum number of connections. */
  readonly size?: number | undefined
  /** After how long without a response a statement fails and its connection is closed, in milliseconds; never by default. */
  readonly responseTimeout?: number | undefined
}

/**
 * Creates a pool of connections.
 * @param url PostgreSQL URL of the database
 */
export function createPool(
  url: string,
  { sessionRole, size = defaultSize, responseTimeout }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A statement is sent without waiting for the responses to earlier ones.
    pipeline: true,
    ...(responseTimeout !== undefined && { query_timeout: responseTimeout }),
    application_name: 'atrium',
    types: valueTypes,
    ...(sessionRole && { options: `-c role=${sessionRole}` }),
  })
  // A connection that breaks while idle leaves the pool, and the next query opens another. If one breaks between two
  // queries of a transaction, the next query fails.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
}
