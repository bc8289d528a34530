import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codes, signIn } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import {
  createTestDatabase,
  processEnvironment,
  programFile,
  type TestDatabase,
} from '../../../test-support/index.ts'
import {
  encrypt,
  loginKeyNow,
  type Reachable,
  send,
  trySignIn,
} from '../../modules/identity/sign-in/test-kit/index.ts'

// The tests start servers and the command as processes.
jest.setTimeout(180_000)

const userName = 'admin'
const password = 'Process2026'
let database: TestDatabase
let env: Record<string, string | undefined>
const processes: ChildProcess[] = []
let servers: readonly [Reachable, Reachable]

/** Starts the server as a separate process. */
async function start(): Promise<Reachable> {
  const child = spawn(process.execPath, [programFile, 'main'], { env })
  processes.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  for (;;) {
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0]
    if (address) return { api: `${address}/api` }
    if (child.exitCode !== null) throw new Error(`no address in: ${output}`)
    await sleep(50)
  }
}

beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    ...processEnvironment,
    PORT: '0',
    METRICS_PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    ADMIN_PASSWORD: password,
    SECRET_KEY: 'a secret for tests alone, of enough characters',
  }
  servers = [await start(), await start()]
})

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await database.close()
})

const prepared = async () => ({
  userName,
  password: await encrypt(servers[0], { password, purpose: 'sign-in', name: userName }),
})

it('rejects an encrypted password in one process after another process has accepted it', async () => {
  const body = await prepared()
  expect(await send(servers[0], signIn, body)).toMatchObject({ code: codes.ok })
  expect(await send(servers[1], signIn, body)).toMatchObject({ code: codes.invalid })
})

const rotate = (changed: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [programFile, 'login-key:rotate'], {
    env: { ...env, ...changed },
  })

it('replaces the key of running processes with the operator’s command, and pages still work', async () => {
  const body = await prepared()
  const { keyId } = await loginKeyNow(servers[0])
  expect((await rotate()).stdout).toMatch(/key has been replaced/)
  for (const server of servers) expect((await loginKeyNow(server)).keyId).not.toBe(keyId)
  expect(await send(servers[1], signIn, body)).toMatchObject({ code: codes.ok })
  expect(await trySignIn(servers[1], { userName, password })).toMatchObject({ code: codes.ok })
})

it('creates no key if SECRET_KEY does not match', async () => {
  const { keyId } = await loginKeyNow(servers[0])
  const other = { SECRET_KEY: 'another secret for tests, of enough characters' }
  await expect(rotate(other)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/SECRET_KEY/) })
  expect((await loginKeyNow(servers[0])).keyId).toBe(keyId)
})
