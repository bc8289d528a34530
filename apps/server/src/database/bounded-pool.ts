import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type Cursor from 'pg-cursor'

/**
 * How long PostgreSQL may leave a statement unanswered before its connection counts as broken, in milliseconds. More
 * than the limits that PostgreSQL itself keeps (see `transaction.ts`): it is for a server that does not answer at all.
 */
const unansweredLimit = 30_000

/**
 * A connection that no statement holds for ever. One whose statement stays unanswered is ended, which fails the
 * statement. A rollback that fails is no failure of its own: the connection is broken, its transaction is gone with
 * it, and what broke it is what the caller must learn.
 */
function bounded(client: PoolClient, limit: number): PostgresPoolClient {
  let broken = false
  const run = async (statement: string, parameters: readonly unknown[]) => {
    // With a statement under way the driver does not wait for the server to say goodbye.
    const timer = setTimeout(() => void client.end(), limit)
    try {
      return await client.query(statement, [...parameters])
    } catch (error) {
      if (statement !== 'rollback') throw error
      broken = true
      return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    } finally {
      clearTimeout(timer)
    }
  }
  // Anything but a text is a cursor, which is read at the pace of who reads it.
  const query = ((statement: string | Cursor, parameters: readonly unknown[] = []) =>
    typeof statement === 'string'
      ? run(statement, parameters)
      : client.query(statement)) as PostgresPoolClient['query']
  return { query, release: (discard) => client.release(discard || broken) }
}

/**
 * A pool as Kysely takes it, whose connections are given up when PostgreSQL does not answer.
 * @param limit how long a statement may stay unanswered, in milliseconds; reading by a cursor has no limit
 */
export const boundedPool = (pool: Pool, limit = unansweredLimit): PostgresPool => ({
  options: pool.options,
  connect: async () => bounded(await pool.connect(), limit),
  end: () => pool.end(),
})
