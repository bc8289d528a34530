import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { livingProcesses } from '../../operations/overview/index.ts'
import { asSystem, type Database, inTransaction } from '../../platform/database/index.ts'

/** Connections of a server process beside its pool: messages and jobs each listen on one. */
const listeners = 2

/** For a backup, an upgrade, commands, metrics of the database, and its administrator. */
const besides = 5

/** The connections that all server processes may take together, and those that PostgreSQL has for them. */
interface ConnectionSum {
  /** Live processes, including this one. */
  readonly processes: number
  readonly needed: number
  readonly allowed: number
}

/**
 * Sums the connections up that server processes may take, as docs/operators/scale.md explains it.
 *
 * @param pool the most that the pool of each keeps
 * @param unlisted how many processes are not in the list of those that live yet
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

/** By then those that have started together are in the list, and one that was killed before is no longer, in milliseconds. */
const untilListed = 60_000

interface ChecksOptions {
  readonly db: Kysely<Database>
  readonly pool: number
  /** Called if the connections may not suffice. */
  readonly onTooFew: (sum: ConnectionSum) => void
  readonly onError: (error: unknown) => void
}

/**
 * Checks the sum at once, counting this process beside the live ones, and again when processes that start and end
 * meanwhile are known.
 *
 * @returns ends the waiting. Call it before the database is closed
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
