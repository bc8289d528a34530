import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type { Pool, QueryResult } from 'pg'
import { type Db, PgBoss, type QueueOptions, type QueuePolicy } from 'pg-boss'
import { repeatable, settingOf } from './pooled-connection.ts'
import type { WorkRole } from './roles.ts'
import type { Queryable } from './schema-state.ts'
import type { Trx } from './transaction.ts'
import { takeTurn } from './turn.ts'

/** The database as pg-boss uses it. `listen` is missing if the connection cannot listen. */
export type QueueDatabase = Pick<Db, 'executeSql' | 'listen'>

/** Subscribes to notifications of new jobs. */
export type Listen = Required<Db>['listen']

/** Role that listens for, fetches and completes jobs. The other roles can only add jobs, with `queue_message` or by changing rights. */
const worker: WorkRole = 'atrium_system'

interface QueueDefinition extends QueueOptions {
  readonly policy: QueuePolicy
  readonly notify: boolean
}

/** Retries a failed message after 5 to 10 s, then after twice that and so on, up to an hour. */
const messages: QueueDefinition = {
  // Allows one live job per message.
  policy: 'exclusive',
  notify: true,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // The message has its own limit.
  retryLimit: 1000,
  // A process that is silent for this long counts as dead, and another process gets its job.
  heartbeatSeconds: 20,
  // No attempt to send takes this long: see email/smtp-sender.ts.
  expireInSeconds: 3600,
  // The outcome is stored with the message.
  deleteAfterSeconds: 300,
}

/** Queue for the runs of scheduled jobs. */
export const runQueue = 'job-run'

/** Maximum waiting time and maximum duration of a run, in seconds. */
const maxRunSeconds = 2 * 3600

/** Executes a run once, whether it succeeds or fails. */
const runs: QueueDefinition = {
  // Allows one live run per job.
  policy: 'exclusive',
  notify: true,
  retryLimit: 0,
  heartbeatSeconds: 20,
  expireInSeconds: maxRunSeconds,
  // The outcome of a run is in its log.
  deleteAfterSeconds: 300,
}

/** Queue for notifications of products about changed rights. */
export const accessQueue = 'product-access'

/** Retries a failed notification after 5 to 10 s, then after twice that and so on, up to an hour. */
const notices: QueueDefinition = {
  // Allows one live job per domain and transaction. A common job would be lost if it began before the second of two
  // transactions committed.
  policy: 'exclusive',
  // Its worker polls.
  notify: false,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Each notification is given up after a day.
  retryLimit: 1000,
  heartbeatSeconds: 20,
  expireInSeconds: 3600,
  // The outcome is stored with the user's rights.
  deleteAfterSeconds: 300,
}

/** Queue for notices to products that users are signed out, and for checks whether they must be. */
export const signOutQueue = 'product-sign-out'

/** Retries a failed notice after 2 to 4 s, then after twice that and so on, up to an hour. */
const signOuts: QueueDefinition = {
  // Allows one live job per sign-in, and one that checks the user's rights.
  policy: 'exclusive',
  // Its worker polls.
  notify: false,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Each notice is given up after three days.
  retryLimit: 1000,
  heartbeatSeconds: 20,
  expireInSeconds: 60,
  // The outcome is stored with the sign-in.
  deleteAfterSeconds: 300,
}

/** All queues, by name. */
const queues: Record<string, QueueDefinition> = {
  'message-email': messages,
  'message-sms': messages,
  [runQueue]: runs,
  [accessQueue]: notices,
  [signOutQueue]: signOuts,
}

/**
 * Wakes every listening process when the transaction commits, so that it checks a queue at once. The channel is
 * pg-boss's own: pgboss_ and the hash of its schema's name.
 */
export const notifyQueue = (trx: Trx, name: string): Promise<unknown> =>
  sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${name})`.execute(trx)

/** Rights of the worker in the queue's schema: only what its statements need. */
const grants = `
  grant usage on schema pgboss to ${worker};
  grant select, insert, update, delete on pgboss.job, pgboss.job_common to ${worker};
  grant select, delete on pgboss.job_dependency to ${worker};
  grant select, update on pgboss.queue, pgboss.version to ${worker}`

/**
 * Brings the job queue's schema, its queues and the rights of the server's role up to date.
 * @param owner connections of the role that owns the schema
 */
export async function installQueues(owner: Pool): Promise<void> {
  // One process installs the queues, and the others find them installed.
  const endTurn = await takeTurn(owner, 'atrium queues')
  try {
    await install(owner)
  } finally {
    await endTurn()
  }
}

async function install(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ exists: boolean }>(
    `select to_regnamespace('pgboss') is not null as exists`,
  )
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    // If an operator has created the schema, the owner may lack the right to create one.
    createSchema: !rows[0]?.exists,
    schedule: false,
    supervise: false,
  })
  let failure: unknown
  boss.on('error', (error) => (failure ??= error))
  await boss.start()
  for (const [name, definition] of Object.entries(queues)) {
    const { policy, ...options } = definition
    await boss.createQueue(name, definition)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
  if (failure) throw failure
  await owner.query(grants)
}

/** Errors of pg-boss for a missing schema, or for one of another version. */
const unfit = /pg-boss (is not installed|database requires migrations)/

/** Returns whether the job queue's schema fits this version and has all queues. */
export async function queuesFit(connection: Queryable): Promise<boolean> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => connection.query(text, values) },
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  try {
    await boss.start()
    const there = new Set((await boss.getQueues()).map(({ name }) => name))
    return Object.keys(queues).every((name) => there.has(name))
  } catch (error) {
    if (error instanceof Error && unfit.test(error.message)) return false
    throw error
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Wraps the database for the job queue. Each statement runs in its own transaction under the worker's role, so that
 * this also works through a transaction pooler. After a serialization failure or deadlock it is repeated.
 * @param listen subscribes to new jobs; undefined through a pooler, where no connection can listen
 */
export const queueDatabase = (pool: PostgresPool, listen?: Listen): QueueDatabase => ({
  executeSql: async (text, values = []) => ({ rows: await repeatable(() => execute(pool, text, values)) }),
  listen,
})

async function execute(pool: PostgresPool, text: string, values: unknown[]): Promise<unknown[]> {
  const connection = await pool.connect()
  let failed = true
  try {
    const rows = await (values.length === 0 ? runAll(connection, text) : run(connection, text, values))
    failed = false
    return rows
  } finally {
    // A failed connection may still be inside a transaction.
    connection.release(failed)
  }
}

async function run(connection: PostgresPoolClient, text: string, values: unknown[]): Promise<unknown[]> {
  await connection.query('begin', [])
  await connection.query(settingOf('role'), [worker])
  const { rows } = await connection.query(text, values)
  await connection.query('commit', [])
  return rows
}

/**
 * Runs several statements at once, which may begin and commit transactions themselves. The first sets the role, and
 * they share its transaction.
 */
async function runAll(connection: PostgresPoolClient, text: string): Promise<unknown[]> {
  const results: unknown = await connection.query(`set local role ${worker}; ${text}`, [])
  return (results as QueryResult[]).flatMap(({ rows }) => rows)
}

/**
 * Listens for new jobs on a connection of pg-boss's own, which notices when it breaks and opens another.
 * @param sessionRole role that the connection steps down to; by default the user's own
 */
export function queueListener(url: string, sessionRole?: string): Listen {
  const options = sessionRole && `-c role=${sessionRole}`
  return async (channel, onNotification, onReconnect) => {
    const boss = new PgBoss({
      connectionString: url,
      application_name: 'atrium',
      ...(options && { options }),
    })
    const own = boss.getDb() as Required<Db> & { open(): Promise<void>; close(): Promise<void> }
    // The connection recovers by itself. Until then jobs are polled.
    boss.on('error', () => {})
    await own.open()
    const handle = await own.listen(channel, onNotification, onReconnect)
    return {
      close: async () => {
        await handle.close()
        await own.close()
      },
    }
  }
}
