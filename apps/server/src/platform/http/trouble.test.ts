import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anybody, call, codes, noData, noFields } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase, type TestDatabase, whileLocked } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'
import { connectDatabase, startEmbedded } from '../database/index.ts'
import type { Trx } from '../database/transaction.ts'
import { handle } from './route.ts'

/* In these tests, the database is lost, frozen or locked while calls are running. */
let database: TestDatabase
let connected: Awaited<ReturnType<typeof connectDatabase>>
let app: FastifyInstance
/** Work that the call does in its transaction. */
let work: (trx: Trx) => Promise<unknown>

const working = call({
  method: 'POST',
  path: '/test/working',
  summary: 'does what the test says',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: noData,
})

beforeAll(async () => {
  database = await createTestDatabase()
  connected = await connectDatabase({ ...database, responseTimeout: 500 })
  const route = handle(working, async ({ trx }) => {
    await work(trx)
    return null
  })
  app = await testApp(connected.db, { routes: [route] })
})

afterAll(async () => {
  await app.close()
  await connected.close()
  await database.close()
})

const responseTo = (next: typeof work) => {
  work = next
  return app.inject({ method: 'POST', url: '/api/test/working' })
}

const backendOf = async (trx: Trx): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]?.pid ?? 0
}

const query = (trx: Trx) => sql`select 1`.execute(trx)

const expectUnavailable = (response: Awaited<ReturnType<typeof responseTo>>) => {
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('5')
  expect(response.json()).toMatchObject({ code: 503, success: false })
}

const expectWell = async () => expect((await responseTo(query)).json()).toMatchObject({ code: codes.ok })

describe('a connection that is lost', () => {
  it('fails the call with 503 if it is lost during a statement', async () => {
    const lost = responseTo(async (trx) => {
      const pid = await backendOf(trx)
      await Promise.all([
        sql`select pg_sleep(60)`.execute(trx),
        sql`select pg_terminate_backend(${pid}::int)`.execute(database.owner),
      ])
    })
    expectUnavailable(await lost)
    await expectWell()
  })

  it('fails the call with 503 if it is lost between two statements', async () => {
    const lost = responseTo(async (trx) => {
      const pid = await backendOf(trx)
      await sql`select pg_terminate_backend(${pid}::int, 10000)`.execute(database.owner)
      await query(trx)
    })
    expectUnavailable(await lost)
    await expectWell()
  })
})

describe('a locked row', () => {
  it('blocks a call only up to a time limit, like a slow statement', async () => {
    const limits: unknown[] = []
    await responseTo(async (trx) => {
      const { rows } = await sql`select current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement`.execute(trx)
      limits.push(...rows)
    })
    expect(limits).toEqual([{ lock: '10s', statement: '20s' }])
    // A shorter limit, so that the test need not wait.
    const held = whileLocked(
      database,
      (trx) => sql`lock table tenant in access exclusive mode`.execute(trx),
      () =>
        responseTo(async (trx) => {
          await sql`set local lock_timeout = '20ms'`.execute(trx)
          await trx.selectFrom('tenant').select('id').execute()
        }),
    )
    expectUnavailable(await held)
    const slow = responseTo(async (trx) => {
      await sql`set local statement_timeout = '20ms'`.execute(trx)
      await sql`select pg_sleep(60)`.execute(trx)
    })
    expectUnavailable(await slow)
    await expectWell()
  })
})

describe('a frozen PostgreSQL', () => {
  it('does not block a call for ever', async () => {
    let pid = 0
    const frozen = responseTo(async (trx) => {
      pid = await backendOf(trx)
      process.kill(pid, 'SIGSTOP')
      await query(trx)
    })
    expectUnavailable(await frozen)
    process.kill(pid, 'SIGCONT')
    await expectWell()
  })

  it('is not ready while it is frozen, and is ready again afterwards', async () => {
    const slow = await connectDatabase(database)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(slow.db)
    const pid = rows[0]?.pid ?? 0
    const other = await testApp(slow.db)
    process.kill(pid, 'SIGSTOP')
    try {
      expectUnavailable(await other.inject('/api/ready'))
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect((await other.inject('/api/ready')).statusCode).toBe(200)
    await other.close()
    await slow.close()
  })
})

describe('a PostgreSQL that has become a standby', () => {
  it('fails a write with 503 if a pooler has switched to it unnoticed', async () => {
    // This also applies to a transaction that only reads.
    expectUnavailable(await responseTo((trx) => trx.deleteFrom('session').execute()))
    await expectWell()
  })

  it('serves no call until it is the primary again, although it can be read', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-standby-'))
    await (await startEmbedded({ dataDir })).close()
    await writeFile(join(dataDir, 'postgres/standby.signal'), '')
    const standby = await startEmbedded({ dataDir })
    try {
      const { ownerUrl } = standby
      const other = await connectDatabase({ url: ownerUrl, ownerUrl })
      const onIt = await testApp(other.db)
      expectUnavailable(await onIt.inject('/api/ready'))
      await expect(other.queue.executeSql('select 1')).rejects.toThrow('standby')
      const owner = new pg.Client(ownerUrl)
      await owner.connect()
      await owner.query('select pg_promote()')
      await owner.end()
      expect((await onIt.inject('/api/ready')).statusCode).toBe(200)
      await onIt.close()
      await other.close()
    } finally {
      await standby.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
