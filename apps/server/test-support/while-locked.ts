import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../src/platform/database/schema.ts'
import type { TestDatabase } from './test-database.ts'

/**
 * Runs `work` while another transaction holds the locks that `lock` takes, then commits that transaction.
 * @param work receives a function that waits until another transaction waits for these locks
 */
export const whileLocked = <Result>(
  { owner }: TestDatabase,
  lock: (trx: Transaction<Database>) => Promise<unknown>,
  work: (awaited: () => Promise<void>) => Promise<Result>,
): Promise<Result> =>
  owner.transaction().execute(async (trx) => {
    await lock(trx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    return work(() => untilWaitedFor(owner, rows[0]?.pid ?? 0))
  })

const untilWaitedFor = async (owner: TestDatabase['owner'], pid: number): Promise<void> => {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and ${pid}::int = any (pg_blocking_pids(pid))`.execute(owner)
    if (rows.length > 0) return
    await sleep(5)
  }
  throw new Error('no other transaction is waiting for the held locks')
}
