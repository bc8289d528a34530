import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'

let database: TestDatabase
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

afterAll(() => database.close())

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/** Starts the server as a process of its own, as an operator does. */
function start(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' },
      ...{ SECRET_KEY: 'a secret for tests alone, of enough characters' },
      ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...env },
    },
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code) }
}

async function listening(run: Run): Promise<string> {
  for (let tries = 0; tries < 400; tries++) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(run.output())?.[0]
    if (address) return address
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no address in: ${run.output()}`)
}

describe('a start', () => {
  it('prints the address, the administrator and, once, the password; a signal stops it', async () => {
    const first = start({})
    const address = await listening(first)
    expect(first.output()).toMatch(/地址 \/ Address/)
    expect(first.output()).toMatch(/admin\s+[A-Za-z\d]{8,16}\n/)
    expect(first.output()).toMatch(
      /E-mail waits until SMTP_URL is set\n.+SMS wait until SMS_GATEWAY_URL is set/,
    )
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = start({})
    await listening(second)
    expect(second.output()).toMatch(/Administrator\s+admin/)
    expect(second.output()).not.toMatch(/Passwords/)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
  }, 40_000)

  it('says in one line what is wrong and ends with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: port }, /^PORT \d+ on 127\.0\.0\.1 cannot be opened: another program uses it; .+\n$/],
      [{ PORT: 'web' }, /^Please correct the environment: PORT .+\n$/],
      [
        { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', DATABASE_OWNER_URL: '' },
        /^The database at DATABASE_URL .+\n$/,
      ],
      [{ SECRET_KEY: '' }, /^With DATABASE_URL, SECRET_KEY is required.+\n$/],
      [{ SMTP_URL: 'http://mail.example' }, /^Please correct the environment: SMTP_URL .+\n$/],
      [{ SMS_GATEWAY_URL: 'https://sms.example' }, /^SMS_GATEWAY_URL has no key .+\n$/],
      [{ PROFILE: '/nonexistent.json' }, /^The profile cannot be read.+\n$/],
    ]
    const runs = cases.map(([env]) => start(env))
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual(cases.map(() => 1))
    for (const [index, [, message]] of cases.entries()) expect(runs[index]?.output()).toMatch(message)
    taken.close()
  }, 40_000)
})

describe('the server', () => {
  it('stops when the process that started it is gone', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, [${JSON.stringify(join(import.meta.dirname, '../main.ts'))}], { stdio: 'inherit' })
      process.stdout.write('pid ' + child.pid + '\\n')
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['-e', script], {
      env: {
        ...{ PATH: process.env.PATH, PORT: '0', METRICS_PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' },
        ...{ SECRET_KEY: 'a secret for tests alone, of enough characters' },
        ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
      },
    })
    started.push(parent)
    let text = ''
    parent.stdout.on('data', (chunk) => (text += chunk))
    const address = await listening({ child: parent, output: () => text, ended: Promise.resolve(null) })
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    parent.kill('SIGKILL')
    const gone = async () =>
      fetch(`${address}/api/health`).then(
        () => false,
        () => true,
      )
    for (let tries = 0; tries < 100 && !(await gone()); tries++)
      await new Promise((done) => setTimeout(done, 100))
    expect(await gone()).toBe(true)
  }, 40_000)
})
