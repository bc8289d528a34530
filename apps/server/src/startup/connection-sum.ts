import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../database/index.ts'
import { livingProcesses } from '../modules/operations/index.ts'

/** What a server process has beside its pool: messages and jobs are each heard of on a connection of its own. */
const listeners = 2

/** For a backup, an upgrade, commands, metrics of the database, and whoever looks after it. */
const besides = 5

/** The connections that all server processes may take together, and those that PostgreSQL has for them. */
export interface ConnectionSum {
  /** That live, this one among them. */
  readonly processes: number
  readonly needed: number
  readonly allowed: number
}

/**
 * Sums the connections up that server processes may take, as docs/operators/scale.md explains it.
 *
 * @param pool the most that the pool of each keeps
 */
export const sumConnections = (db: Kysely<Database>, pool: number): Promise<ConnectionSum> =>
  inTransaction(
    db,
    asSystem,
    async (trx) => {
      const { rows } = await sql<{ allowed: number }>`
        select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`.execute(trx)
      const processes = (await livingProcesses(trx)).length + 1
      return { processes, needed: processes * (pool + listeners) + besides, allowed: rows[0]?.allowed ?? 0 }
    },
    { readOnly: true },
  )
