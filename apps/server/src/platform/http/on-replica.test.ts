import { codes, roleList, roleSave, signOut, tenantUserList } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { type Person, signedIn, signedInMember, testApp } from '../../app/test-kit/index.ts'
import { platformAdministrator } from '../../modules/access/index.ts'
import { type Reachable, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { exported } from '../../modules/identity/users/test-kit/exports.ts'
import { until } from '../../modules/messages/test-kit/index.ts'
import { withPool } from '../database/connect.ts'
import { connectDatabase, type Database, type Replica } from '../database/index.ts'
import { createPool } from '../database/pool.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { type Standby, startStandby } from '../database/test-kit/standby.ts'
import { asPlatform, type Trx } from '../database/transaction.ts'
import { type ReplicaOutcome, replicaReads } from '../observability/metrics.ts'

// The tests copy a database server, which they freeze and kill.
jest.setTimeout(300_000)

/** A server process with a replica. */
interface Process {
  readonly server: Reachable
  readonly replica: Replica
  /** The reported states of the replica. */
  readonly said: string[]
  readonly failures: unknown[]
  readonly close: () => Promise<void>
}

let database: TestDatabase
let standby: Standby
let one: Process
let other: Process
/** Connection to the replica as its owner. */
let copy: Kysely<Database>
let closeCopy: () => Promise<void>

async function startProcess(limit: number): Promise<Process> {
  const [said, failures]: [string[], unknown[]] = [[], []]
  const connected = await connectDatabase(database, {
    replica: {
      url: standby.urlOf(nameOf(database)),
      limit,
      onChange: (state) => said.push(state),
      onFailure: (error) => failures.push(error),
    },
  })
  const { db, replica } = connected
  if (!replica) throw new Error('there is no replica')
  const app: FastifyInstance = await testApp(db, { services: testServices({ db, replica }) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = () => app.close().then(connected.close)
  return { server: { api: `${address}/api` }, replica, said, failures, close }
}

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  standby = await startStandby(database.ownerUrl)
  const pool = createPool(standby.ownerUrlOf(nameOf(database)))
  copy = withPool(pool)
  closeCopy = () => pool.end()
  ;[one, other] = await Promise.all([startProcess(600), startProcess(1)])
  await until(() => [one, other].every(({ said }) => said.at(-1) === 'used'))
})

// Runs after a failed test too.
afterEach(() => resumeReplay())

afterAll(async () => {
  await one.close()
  await other.close()
  await closeCopy()
  await standby.close()
  await database.close()
})

const pauseReplay = async () => {
  await arrived()
  await sql`select pg_wal_replay_pause()`.execute(copy)
  await until(async () => {
    const { rows } = await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(
      copy,
    )
    return rows[0]?.state === 'paused'
  })
}
const resumeReplay = () => sql`select pg_wal_replay_resume()`.execute(copy)

/** Waits until the replica has everything that was written. */
async function arrived(): Promise<void> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(
    database.owner,
  )
  await until(async () => {
    const { rows: found } = await sql<{ isThere: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.lsn}::pg_lsn as "isThere"`.execute(copy)
    return found[0]?.isThere === true
  })
}

/**
 * Waits, while replay is paused, until the primary has flushed its writes to disk. Processes compare the replica with
 * that position.
 */
const flushed = async (): Promise<void> => {
  const { rows } = await sql<{ lsn: string }>`select pg_last_wal_replay_lsn()::text as lsn`.execute(copy)
  await until(async () => {
    const { rows: found } = await sql<{ isBeyond: boolean }>`
      select pg_current_wal_flush_lsn() > ${rows[0]?.lsn}::pg_lsn as "isBeyond"`.execute(database.owner)
    return found[0]?.isBeyond === true
  })
}

/** Runs some work and returns the outcomes that were counted meanwhile. */
async function outcomesOf(work: () => Promise<unknown>): Promise<ReplicaOutcome[]> {
  const counts = async () =>
    new Map((await replicaReads.get()).values.map(({ labels, value }) => [String(labels.outcome), value]))
  const before = await counts()
  await work()
  return [...(await counts())].flatMap(
    ([outcome, count]) => Array(count - (before.get(outcome) ?? 0)).fill(outcome) as ReplicaOutcome[],
  )
}

const names = async (person: Person, { server } = one): Promise<string[]> => {
  const { data } = await send(server, roleList, { name: '复制', limit: 100 }, person)
  return data?.list.map(({ name }) => name) ?? []
}

const add = async (name: string, person: Person, { server } = one) =>
  expect(await send(server, roleSave, { name, roleType: 1 }, person)).toMatchObject({ code: codes.ok })

const administrator = () => signedIn(database, platformAdministrator.id)

describe('a list', () => {
  it('comes from the replica, but always includes the writes of its own session on any process', async () => {
    const [writer, reader] = [await administrator(), await administrator()]
    await add('复制一', writer)
    await pauseReplay()
    expect(await outcomesOf(() => names(writer))).toEqual(['replica'])
    await add('复制二', writer, other)
    expect(await names(reader)).toEqual(['复制一'])
    expect(await outcomesOf(() => names(reader))).toEqual(['replica'])
    expect(await names(writer)).toEqual(['复制二', '复制一'])
    expect(await outcomesOf(() => names(writer))).toEqual(['own_write'])
    // A session that the replica does not have yet may have written something before.
    const late = await administrator()
    expect(await names(late)).toHaveLength(2)
    await resumeReplay()
    await arrived()
    for (const person of [writer, reader, late]) {
      expect(await names(person)).toHaveLength(2)
      expect(await outcomesOf(() => names(person))).toEqual(['replica'])
    }
  })

  it('is rejected for a session that has ended, even if the replica still has the session', async () => {
    const person = await administrator()
    await pauseReplay()
    expect(await outcomesOf(() => names(person))).toEqual(['replica'])
    await send(other.server, signOut, {}, person)
    const rejected = () => send(one.server, roleList, {}, person)
    expect(
      await outcomesOf(async () => expect(await rejected()).toMatchObject({ code: codes.noSession })),
    ).toEqual([])
  })

  it('contains only what its caller may see, on the replica too', async () => {
    const [here, there] = [
      await signedInMember(database, 'tenant-administrator'),
      await signedInMember(database, 'tenant-administrator'),
    ]
    await arrived()
    const users = (tenantId: string) => send(one.server, tenantUserList, { tenantId }, here)
    expect(
      await outcomesOf(async () => {
        const { data } = await users('')
        expect(data?.list.map(({ tenantId }) => tenantId)).toEqual([here.tenantId])
      }),
    ).toEqual(['replica'])
    // After a rejection by the replica, the primary is asked, since it may have the row already.
    expect(
      await outcomesOf(async () => expect((await users(there.tenantId)).code).not.toBe(codes.ok)),
    ).toEqual(['refused'])
  })
})

describe('an export', () => {
  it('reads from the replica and writes its event to the primary', async () => {
    const admin = await administrator()
    await pauseReplay()
    await administrator()
    const rows = async () => (await exported({ server: one.server, admin }, { all: true })).rows.length
    const { count } = await database.owner
      .selectFrom('appUser')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(await outcomesOf(async () => expect(await rows()).toBe(count))).toEqual(['replica'])
    // The event of the first export is a write of the session.
    expect(await outcomesOf(async () => expect(await rows()).toBe(count + 1))).toEqual(['own_write'])
  })

  it('reports that it cannot begin on the replica, and uses the primary', async () => {
    await arrived()
    one.failures.length = 0
    const seen = async () => sql<boolean>`true`
    const begin = ({ trx }: Snapshot) => sql`select 1 / 0`.execute(trx)
    const begun = () => one.replica.openSnapshot(asPlatform, seen, begin)
    expect(await outcomesOf(async () => expect(await begun()).toBeUndefined())).toEqual(['failed'])
    expect(one.failures).toMatchObject([{ code: '22012' }])
  })

  it('uses the primary if the replica no longer sends hot_standby_feedback', async () => {
    const admin = await administrator()
    const heed = async (value: string) => {
      await sql`alter system set hot_standby_feedback = ${sql.lit(value)}`.execute(copy)
      await sql`select pg_reload_conf()`.execute(copy)
      await until(async () => {
        const { rows } = await sql<{ value: string }>`
          select current_setting('hot_standby_feedback') as value`.execute(copy)
        return rows[0]?.value === value
      })
    }
    await arrived()
    await heed('off')
    try {
      expect(await outcomesOf(() => exported({ server: one.server, admin }, { all: true }))).toEqual(['away'])
    } finally {
      await heed('on')
    }
  })
})

describe('a replica', () => {
  /** Reads from the replica until `disturb` is done. */
  const readWhile = async (disturb: (pid: number) => Promise<unknown>) => {
    const seen = async () => sql<boolean>`true`
    let isAsked = 0
    const response = await one.replica.read(asPlatform, seen, async (trx: Trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid from role limit 1`.execute(
        trx,
      )
      isAsked += 1
      await Promise.all([sql`select pg_sleep(60)`.execute(trx), disturb(rows[0]?.pid ?? 0)])
      return 'an answer'
    })
    expect(isAsked).toBe(1)
    return response
  }

  it('leaves a read to the primary after cancelling it', async () => {
    const { owner } = database
    await sql`create index passing on role (name)`.execute(owner)
    await arrived()
    one.failures.length = 0
    expect(
      await outcomesOf(async () => {
        // When the primary drops an object, the replica drops it at once and cancels its readers.
        expect(await readWhile(() => sql`drop index passing`.execute(owner))).toBeUndefined()
      }),
    ).toEqual(['failed'])
    expect(one.failures).toMatchObject([{ code: '40001' }])
    expect(one.said.at(-1)).toBe('used')
  })

  it('is not used while it is too far behind, until it has caught up', async () => {
    const person = await administrator()
    await arrived()
    // On a busy machine, the replica may still be behind after the previous test. Wait until it is used again.
    await until(() => other.said.at(-1) === 'used')
    await pauseReplay()
    await add('复制三', await administrator())
    await until(() => other.said.at(-1) === 'behind')
    expect(other.replica.lag()).toBeGreaterThan(1)
    // If a replica was behind from the start, the age of its data is unknown.
    await flushed()
    const late = await startProcess(1)
    await until(() => late.said.at(-1) === 'behind')
    expect(late.replica.lag()).toBeUndefined()
    await late.close()
    expect(await outcomesOf(async () => expect(await names(person, other)).toContain('复制三'))).toEqual([
      'behind',
    ])
    await resumeReplay()
    await until(() => other.said.at(-1) === 'used')
  })

  it('is replaced by the primary while it is frozen or killed, and is used again once it is back', async () => {
    const person = await administrator()
    await arrived()
    const { rows: connections } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database()`.execute(copy)
    const pids = [(await standby.pid()) ?? 0, ...connections.map(({ pid }) => pid)]
    const signal = (name: NodeJS.Signals) => {
      for (const pid of pids) process.kill(pid, name)
    }
    try {
      signal('SIGSTOP')
      const held = names(person)
      await until(() => one.said.at(-1) === 'away')
      expect(await held).toEqual(await names(person))
      expect(one.replica.lag()).toBeUndefined()
    } finally {
      // Killed even if the test fails, since a stopped process could not be closed.
      signal('SIGKILL')
    }
    expect(await outcomesOf(() => names(person))).toEqual(['away'])
    await until(() => one.said.at(-1) === 'used')
    // At first the replica may lack the last write of the session.
    await until(async () => (await outcomesOf(() => names(person))).join() === 'replica')
  })
})
