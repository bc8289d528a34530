import pg from 'pg'

const int8 = 20
const date = 1082
const numeric = 1700

/** Parses a bigint or numeric as a number. @throws if a number cannot hold it exactly; it is never rounded */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the integers a number can hold`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [int8, wholeNumber],
  [numeric, Number],
  // A day is no instant: as a Date it would shift with the time zone of the process.
  [date, (text) => text],
])

/** Default maximum of a pool's connections. */
const defaultSize = 16

/** How values come out of the database: int8 and numeric as numbers, a date as its text (yyyy-MM-dd). */
const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format)
  },
}

export interface PoolOptions {
  /** The role that each connection steps down to as it opens; by default the user's own. */
  readonly sessionRole?: string | undefined
  /** The most connections at a time. */
  readonly size?: number | undefined
}

/**
 * A pool of connections.
 *
 * @param url where to connect, as a PostgreSQL URL
 */
export function createPool(url: string, { sessionRole, size = defaultSize }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'atrium',
    types: valueTypes,
    ...(sessionRole && { options: `-c role=${sessionRole}` }),
  })
  // A connection that breaks while idle leaves the pool, and the next query opens another. One that breaks
  // between the queries of a transaction has no query to fail: the next one does.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
}
