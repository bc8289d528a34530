import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { categories, codes, dictionaryList, tenantList, tenantSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { freePort } from '../../../test-support/free-port.ts'
import { processEnvironment, programFile } from '../../../test-support/index.ts'
import { send, trySignIn } from '../../modules/identity/sign-in/test-kit/index.ts'

// Servers and their databases are restarted many times.
jest.setTimeout(300_000)

/*
 * Clients keep writing while the server, or the database under it, is killed without warning, in turn. All
 * acknowledged writes must still exist afterwards. Many clients write at once, so that every kill hits writes in
 * progress.
 */
const rounds = 4
const writers = 8
const password = 'Durable2026'

let folder: string
let server: { api: string }
let child: ChildProcess
let token: string
let categoryId: string
const acknowledged: string[] = []

async function start(): Promise<void> {
  child = spawn(process.execPath, [programFile, 'main'], {
    stdio: 'ignore',
    env: {
      ...processEnvironment,
      METRICS_PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      PORT: new URL(server.api).port,
      DATA_DIR: folder,
      ADMIN_PASSWORD: password,
    },
  })
  await ready()
}

const isReady = () =>
  fetch(`${server.api}/ready`).then(
    (response) => response.ok,
    () => false,
  )

async function ready(): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isReady()) return
    if (child.exitCode !== null) throw new Error('the server did not start')
    await sleep(50)
  }
  throw new Error('the server did not become ready')
}

/** Adds tenants one after another until stopped, and records the acknowledged ones. */
async function write(writer: string, goOn: () => boolean): Promise<void> {
  for (let count = 0; goOn(); count++) {
    const tenantName = `${writer}-${count}`
    const input = { tenantName, abbr: writer, categoryId }
    const result = await send(server, tenantSave, input, { token }).catch(() => undefined)
    if (result?.code === codes.ok) acknowledged.push(tenantName)
    else await sleep(20)
  }
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const killServer = async (): Promise<void> => {
  await end('SIGKILL')
  await start()
}

const killDatabase = async (): Promise<void> => {
  const [pidFile] = await Array.fromAsync(glob('**/postmaster.pid', { cwd: `${folder}/` }))
  if (!pidFile) throw new Error('there is no database to kill')
  const [pid] = (await readFile(join(folder, pidFile), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await sleep(100)
  await ready()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-durability-'))
  server = { api: `http://127.0.0.1:${await freePort()}/api` }
  await start()
  token = (await trySignIn(server, { userName: 'admin', password })).data?.token ?? ''
  const categoryPage = await send(
    server,
    dictionaryList,
    { categoryId: categories.tenantCategory },
    { token },
  )
  categoryId = categoryPage.data?.list[0]?.id ?? ''
})

afterAll(async () => {
  await end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

it(`keeps every acknowledged write over ${rounds} rounds of kill -9`, async () => {
  for (let round = 0; round < rounds; round++) {
    let going = true
    const enough = acknowledged.length + 2 * writers
    const work = Array.from({ length: writers }, (_, writer) => write(`r${round}w${writer}`, () => going))
    while (acknowledged.length < enough) await sleep(10)
    await sleep(Math.random() * 50)
    await (round % 2 === 0 ? killServer() : killDatabase())
    going = false
    await Promise.all(work)
  }
  const page = await send(server, tenantList, { limit: 10_000 }, { token })
  const stored = new Set(page.data?.list.map(({ tenantName }) => tenantName))
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
})
