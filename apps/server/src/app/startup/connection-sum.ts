import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { livingProcesses } from '../../operations/overview/index.ts'
import { asSystem, type Database, inTransaction } from '../../platform/database/index.ts'

/** Connections of a server process outside its pool: messages and jobs each listen on one. */
const listeners = 2

/** Connections for a backup, an upgrade, commands, database metrics and the database's administrator. */
const besides = 5

/** Connections that all server processes may use together, and connections that PostgreSQL allows. */
interface ConnectionSum {
  /** Live processes, including this one. */
  readonly processes: number
  readonly needed: number
  readonly allowed: number
}

/**
 * Adds up the connections that all server processes may use, as docs/operators/scale.md explains.
 * @param pool maximum size of each process's pool
 * @param unlisted number of processes that are not in the list of live processes yet
 */
const sumConnections = (db: Kysely<Database>, pool: number, unlisted: number): Promise<ConnectionSum> =>
  inTransaction(
    db,
    asSystem,
    async (trx) => {
      const { rows } = await sql<{ allowed: number }>`
        select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as allowed`.execute(trx)
      const processes = (await livingProcesses(trx)).length + unlisted
      return { processes, needed: processes * (pool + listeners) + besides, allowed: rows[0]?.allowed ?? 0 }
    },
    { readOnly: true },
  )

/** Time after which the list of live processes is complete and no longer contains killed ones, in milliseconds. */
const untilListed = 60_000

interface ChecksOptions {
  readonly db: Kysely<Database>
  readonly pool: number
  /** Called if PostgreSQL may run out of connections. */
  readonly onTooFew: (sum: ConnectionSum) => void
  readonly onError: (error: unknown) => void
}

/**
 * Checks the number of connections now, counting this process in addition to the listed ones, and once more when the
 * list of processes is up to date.
 * @returns a function that cancels the second check; call it before the database is closed
 */
export async function checkConnections({
  db,
  pool,
  onTooFew,
  onError,
}: ChecksOptions): Promise<() => Promise<void>> {
  const check = async (unlisted: number) => {
    const sum = await sumConnections(db, pool, unlisted)
    if (sum.needed > sum.allowed) onTooFew(sum)
  }
  await check(1)
  const stopping = new AbortController()
  const later = async () => {
    await sleep(untilListed, undefined, { signal: stopping.signal }).catch(() => {})
    if (!stopping.signal.aborted) await check(0).catch(onError)
  }
  const done = later()
  return async () => {
    stopping.abort()
    await done
  }
}
