import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Pause between two attempts, in milliseconds. */
const turnInterval = 100

/**
 * Waits for a lock between processes. It polls, because a process that waits in PostgreSQL would block a concurrent
 * index build. The lock belongs to a transaction, so that it works through a pooler.
 * @param lock name of the lock
 * @param onWait called once if another process has the lock
 * @returns a function that releases the lock
 */
export async function takeTurn(
  owner: Pool,
  lock: string,
  onWait: () => void = () => {},
): Promise<() => Promise<void>> {
  const connection = await owner.connect()
  try {
    for (let tries = 0; !(await tryTurn(connection, lock)); tries += 1) {
      if (tries === 0) onWait()
      await connection.query('rollback')
      await sleep(turnInterval)
    }
  } catch (error) {
    connection.release(true)
    throw error
  }
  return async () => {
    await connection.query('rollback').finally(() => connection.release(true))
  }
}

async function tryTurn(connection: PoolClient, lock: string): Promise<boolean> {
  await connection.query('begin; set local idle_in_transaction_session_timeout = 0')
  // The query has no parameter, because the portal of one would keep a snapshot, for which a concurrent index build
  // waits.
  const { rows } = await connection.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('${lock}')) as taken`,
  )
  return rows[0]?.taken ?? false
}
