import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'

/** What is locked, by advisory locks that end with the transaction: 'auds' and 'audp' in ASCII. */
export const locks = {
  /** Sealing, and writing down what was sealed: one process at a time. */
  sealing: { space: 1635082611, key: 0 },
  /** A batch, shared by those who write into it. */
  batch: (key: number) => ({ space: 1635082608, key }),
} as const

interface Lock {
  readonly space: number
  readonly key: number
}

/** How long a lock is waited for before its work is left to the next round. Milliseconds. */
const longestWait = 2_000

/** Takes a lock alone if nobody has it. */
export async function tryLock(trx: Trx, { space, key }: Lock): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${space}::int, ${key}::int) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/** Waits for a lock. It asks instead of queueing: nobody waits for us. @returns false where it was not to be had */
export async function waitForLock(trx: Trx, lock: Lock): Promise<boolean> {
  const deadline = Date.now() + longestWait
  while (!(await tryLock(trx, lock))) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}
