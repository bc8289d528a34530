import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** Facts about the connections between our pool and PostgreSQL. */
export interface PoolerFacts {
  /** Whether there is no pooler, which could run each transaction on another connection. */
  readonly isDirect: boolean
  /** Whether prepared statements stay prepared on every connection. */
  readonly prepares: boolean
}

/**
 * Finds out whether the server is connected through a pooler. PostgreSQL's cancellation key contains the process id; a
 * pooler sends a key of its own.
 */
export async function detectPooler(pool: Pool): Promise<PoolerFacts> {
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

/** Query that finds itself among the prepared statements of its connection. */
const ownNames = `select name from pg_prepared_statements where statement like '%pg_prepared_statements%'`

/**
 * Returns whether the pooler remembers what its clients prepare, and prepares it on each transaction's connection.
 * PgBouncer does so from 1.21 on with `max_prepared_statements`, and then uses statement names of its own.
 */
async function poolerPrepares(connection: PoolClient): Promise<boolean> {
  // The name is unique, in case the pooler passes it on unchanged.
  const name = `atrium_${randomUUID()}`
  await connection.query('begin')
  const { rows } = await connection.query<{ name: string }>({ name, text: ownNames })
  const isPassedOn = rows.some((row) => row.name === name)
  if (isPassedOn) await connection.query(`deallocate "${name}"`)
  await connection.query('commit')
  return rows.length > 0 && !isPassedOn
}
