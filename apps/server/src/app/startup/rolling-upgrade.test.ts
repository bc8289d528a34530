import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { categories, codes, dictionaryList, tenantList, tenantSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import {
  createTestDatabase,
  processEnvironment,
  programFile,
  type TestDatabase,
} from '../../../test-support/index.ts'
import { send, trySignIn } from '../../modules/identity/sign-in/test-kit/index.ts'
import { nextRelease } from '../../platform/database/test-kit/next-release.ts'

// The test starts four servers as processes.
jest.setTimeout(180_000)

/*
 * An upgrade without downtime: one of two servers of this version is replaced by a server of the next version, which
 * migrates the database while the other still runs. Calls go to the servers that are up, as behind a load balancer,
 * and none may fail.
 */
/** Arguments with which Node starts a server. */
const thisVersion = [programFile, 'main']
const nextVersion = [join(import.meta.dirname, '../../platform/database/test-kit/next-main.ts')]

let database: TestDatabase
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  folder = await mkdtemp(join(tmpdir(), 'atrium-rolling-'))
})

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

interface Server {
  readonly api: string
  readonly output: () => string
  readonly stop: () => Promise<void>
}

async function start(version: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, version, {
    env: {
      ...processEnvironment,
      PORT: '0',
      METRICS_PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      SECRET_KEY: 'a secret for tests alone, of enough characters',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'exit')
  const addressIn = () => /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(text)?.[0]
  while (!addressIn()) {
    if (child.exitCode !== null) throw new Error(`no address in: ${text}`)
    await sleep(25)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  }
  return { api: `${addressIn()}/api`, output: () => text, stop }
}

let token = ''
let categoryId = ''

/** Administrator of the seeded database of the test run. */
const administrator = { userName: 'admin', password: 'Admin0Password' }

/** Response codes of all calls, or their errors. */
const answered: (number | string)[] = []

/** Records the response code of a call, or its error. */
const note = async (call: Promise<{ readonly code: number }>): Promise<void> => {
  answered.push(await call.then(({ code }) => code).catch((error: unknown) => String(error)))
}

/** Calls a server repeatedly, alternating reads and writes, until stopped. */
function useOf(server: Server): { readonly calls: () => number; readonly end: () => Promise<void> } {
  let isGoing = true
  let calls = 0
  const work = async (writer: number) => {
    while (isGoing) {
      const tenantName = `tenant ${server.api.split(':')[2]} ${writer} ${calls}`
      await note(send(server, tenantSave, { tenantName, abbr: 'roll', categoryId }, { token }))
      await note(send(server, tenantList, { keyWord: tenantName }, { token }))
      await note(send(server, dictionaryList, { categoryId: categories.tenantCategory }, { token }))
      calls += 1
      // Limits the load, so that the starting server gets CPU time.
      await sleep(20)
    }
  }
  const both = Promise.all([work(1), work(2)])
  const end = async () => {
    isGoing = false
    await both
  }
  return { calls: () => calls, end }
}

/** Waits until the server has completed this many more rounds of calls. */
async function rounds(use: { readonly calls: () => number }, count: number): Promise<void> {
  const min = use.calls() + count
  while (use.calls() < min) await sleep(10)
}

it('serves every call while servers are replaced by the next version one after another', async () => {
  const [first, second] = await Promise.all([start(thisVersion), start(thisVersion)])
  token = (await trySignIn(first, administrator)).data?.token ?? ''
  const page = await send(first, dictionaryList, { categoryId: categories.tenantCategory }, { token })
  categoryId = page.data?.list[0]?.id ?? ''

  const firstUse = useOf(first)
  const secondUse = useOf(second)
  await rounds(secondUse, 10)
  await firstUse.end()
  await first.stop()
  const next = await start(nextVersion)
  const { rows } = await sql<{ name: string }>`select name from schema_migration
    where name = any (${Object.keys(nextRelease)}::text[]) order by name`.execute(database.owner)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(nextRelease))

  // Two servers on the new schema: one of this version that was running before, and one that is restarted, as after a
  // crash.
  const nextUse = useOf(next)
  const again = await start(thisVersion)
  expect(again.output()).toMatch(/A newer version has migrated the database/)
  const againUse = useOf(again)
  const uses = [secondUse, nextUse, againUse]
  await Promise.all(uses.map((use) => rounds(use, 10)))
  expect((await trySignIn(second, administrator)).code).toBe(codes.ok)
  for (const use of uses) await use.end()
  await Promise.all([second, next, again].map((server) => server.stop()))
  // The log is written in batches; the last batch is written at the end.
  expect(again.output()).toMatch(/"unknown":\["9001-next-columns","9002-next-index"\]/)

  const logs = [first, second, next, again].flatMap((server) => server.output().split('\n'))
  expect(logs.filter((line) => line.includes('call failed'))).toEqual([])
  expect(answered.filter((code) => code !== codes.ok)).toEqual([])
  const { rows: saved } = await sql<{
    count: number
  }>`select count(*)::int as count from tenant where abbr = 'roll'`.execute(database.owner)
  expect(saved).toEqual([{ count: answered.length / 3 }])
})
