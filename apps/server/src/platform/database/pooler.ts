import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** Whether there is a pooler between our pool and PostgreSQL. */
export interface Between {
  /** No pooler of connections, which may hand each transaction to another connection. */
  readonly isDirect: boolean
  /** Prepared statements stay prepared on every connection. */
  readonly prepares: boolean
}

/** Finds out what is between: a pooler gives a key of its own to cancel by, while PostgreSQL's names the process. */
export async function between(pool: Pool): Promise<Between> {
  const connection = (await pool.connect()) as PoolClient & { readonly processID: number | null }
  let failed = true
  try {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    const isDirect = rows[0]?.pid === connection.processID
    const prepares = isDirect || (await poolerPrepares(connection))
    failed = false
    return { isDirect, prepares }
  } finally {
    connection.release(failed)
  }
}

/** Finds itself among what is prepared on its connection. */
const ownNames = `select name from pg_prepared_statements where statement like '%pg_prepared_statements%'`

/**
 * Whether the pooler keeps what its clients prepare, and prepares it on the connection that each transaction gets, as
 * PgBouncer does from 1.21 on with `max_prepared_statements`. It gives the statement a name of its own then.
 */
async function poolerPrepares(connection: PoolClient): Promise<boolean> {
  // No other client's, should the pooler pass it on as it is.
  const name = `atrium_${randomUUID()}`
  await connection.query('begin')
  const { rows } = await connection.query<{ name: string }>({ name, text: ownNames })
  const isPassedOn = rows.some((row) => row.name === name)
  if (isPassedOn) await connection.query(`deallocate "${name}"`)
  await connection.query('commit')
  return rows.length > 0 && !isPassedOn
}
