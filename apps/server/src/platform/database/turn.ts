import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

/** Between two looks whether another process is done. Milliseconds. */
const turnInterval = 100

/**
 * Waits until no other process does what a lock stands for. It is looked for, not waited for in PostgreSQL: who waits
 * there keeps an index from being built concurrently. The lock is a transaction's, so that it works through a pooler.
 *
 * @param lock a name of ours
 * @param onWait told where another process is at it
 * @returns ends the turn
 */
export async function takeTurn(
  owner: Pool,
  lock: string,
  onWait: () => void = () => {},
): Promise<() => Promise<void>> {
  const connection = await owner.connect()
  try {
    for (let looks = 0; !(await isTurn(connection, lock)); looks += 1) {
      if (looks === 0) onWait()
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

async function isTurn(connection: PoolClient, lock: string): Promise<boolean> {
  await connection.query('begin; set local idle_in_transaction_session_timeout = 0')
  // Without a parameter: the portal of one would keep its snapshot, for which an index built concurrently waits.
  const { rows } = await connection.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('${lock}')) as mine`,
  )
  return rows[0]?.mine ?? false
}
