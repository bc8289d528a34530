import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes, userSave } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { freePort } from '../../../test-support/free-port.ts'
import {
  createTestDatabase,
  processEnvironment,
  programFile,
  type TestDatabase,
} from '../../../test-support/index.ts'
import { ordinaryUser } from '../../modules/access/index.ts'
import { send, trySignIn } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type MailServer, startMailServer } from '../../modules/messages/test-kit/index.ts'

// The tests start servers as processes.
jest.setTimeout(180_000)

const root = join(import.meta.dirname, '../../../../..')

let database: TestDatabase
let folder: string
const started: ChildProcess[] = []
/** Processes that each lead their own process group. */
const groups: ChildProcess[] = []
const others: Server[] = []

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  folder = await mkdtemp(join(tmpdir(), 'atrium-main-'))
})

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const other of others.splice(0)) other.close()
  for (const { pid = 0 } of groups.splice(0)) {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The whole group has already ended.
    }
  }
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
  await rm(settings.AUDIT_HEADS, { force: true })
})

const settings = {
  ...processEnvironment,
  PORT: '0',
  METRICS_PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  SECRET_KEY: 'a secret for tests alone, of enough characters',
  AUDIT_HEADS: join(tmpdir(), `atrium-main-heads-${process.pid}`),
}

interface Run {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

/** Starts the server as a separate process, as an operator does. */
function start(env: Record<string, string>): Run {
  const child = spawn(process.execPath, [programFile, 'main'], {
    env: { ...settings, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...env },
  })
  started.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code) }
}

/** Programs that the commands of the monitoring page need and this machine does not have. */
const missing = ['curl', 'promtool'].filter((program) => spawnSync(program, ['--version']).status !== 0)

const watching =
  'is watched as the page on watching says' +
  (missing.length > 0 ? `, BUT FOR ITS COMMANDS with what is not here: ${missing.join(', ')}` : '')

const portOf = (server: Server): string => {
  const address = server.address()
  return String(typeof address === 'object' && address ? address.port : 0)
}

/** Returns a port on which another program listens that is not a database. */
async function takenPort(): Promise<string> {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  others.push(server)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? String(address.port) : ''
}

async function listening(run: Run): Promise<string> {
  for (;;) {
    const address = /http:\/\/localhost:\d+/.exec(run.output())?.[0]
    if (address) return address
    if (run.child.exitCode !== null) throw new Error(`no address in: ${run.output()}`)
    await sleep(50)
  }
}

describe('a start', () => {
  it('prints the address, the administrator and, once, the password, and stops on a signal', async () => {
    const fresh = await createTestDatabase()
    const target = { DATABASE_URL: fresh.url, DATABASE_OWNER_URL: fresh.ownerUrl }
    const first = start(target)
    const address = await listening(first)
    expect(first.output()).toMatch(/地址 \/ Address/)
    expect(first.output()).toMatch(/admin\s+[A-Za-z\d]{8,16}\n/)
    expect(first.output()).toMatch(
      /E-mail is queued until SMTP_URL is set\n.+SMS messages are queued until SMS_GATEWAY_URL is set/,
    )
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = start(target)
    await listening(second)
    expect(second.output()).toMatch(/Administrator\s+admin/)
    expect(second.output()).not.toMatch(/Passwords/)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(0)
    await fresh.close()
  })

  it('prints no password if it fails, and a working one at the next successful start', async () => {
    const fresh = await createTestDatabase()
    const target = { DATABASE_URL: fresh.url, DATABASE_OWNER_URL: fresh.ownerUrl }
    const port = await takenPort()
    const mistakes: Record<string, string>[] = [
      { PORT: port },
      { METRICS_PORT: port },
      { SMS_GATEWAY_URL: 'https://sms.example' },
      { SMTP_URL: 'smtp://mail.example?from=nobody' },
    ]
    const failing = mistakes.map((env) => start({ ...target, ...env }))
    expect(await Promise.all(failing.map(({ ended }) => ended))).toEqual([1, 1, 1, 1])
    for (const run of failing) expect(run.output()).not.toMatch(/Passwords/)
    const run = start(target)
    const api = `${await listening(run)}/api`
    const password = /admin\s+([A-Za-z\d]{16})\n/.exec(run.output())?.[1] ?? ''
    expect((await trySignIn({ api }, { userName: 'admin', password })).code).toBe(codes.ok)
    run.child.kill('SIGTERM')
    await run.ended
    await fresh.close()
  })

  it('prints which settings have no effect, and which would be safer', async () => {
    // If this fails because another program already uses the port, the port is still in use.
    const usual = createServer().on('error', () => {})
    others.push(usual.listen(9464, '127.0.0.1'))
    const profile = join(folder, 'profile.json')
    await writeFile(profile, JSON.stringify({ limits: { database: { connections: 191 } } }))
    const run = start({
      DATABASE_URL: database.ownerUrl,
      DATABASE_OWNER_URL: '',
      PROFILE: profile,
      DEMO: '',
      METRICS_PORT: '',
      ADMIN_PASSWORD: 'Ignored2026',
      SSO_CLIENT_SECRET: 'unused',
      MANUALS: '/nonexistent',
    })
    const address = await listening(run)
    for (const text of [
      'demonstration data and the sandbox are off',
      'DATABASE_URL uses the account of the database owner: a separate login is safer',
      'ADMIN_PASSWORD has no effect',
      'SSO_CLIENT_SECRET has no effect',
      // The test server allows 197 connections for ordinary roles; this server may need 191 + 2 + 5 = 198.
      'All server processes together may need more connections than max_connections allows',
      'METRICS_PORT 9464 is in use by another program',
      'The MANUALS folder does not exist',
    ])
      expect(run.output()).toContain(text)
    expect(run.output()).not.toMatch(/lumingxi\.admin/)
    expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  })

  describe('the links in e-mails', () => {
    let mail: MailServer
    let fresh: TestDatabase
    const password = 'Process2026'
    beforeAll(async () => {
      mail = await startMailServer()
      fresh = await createTestDatabase()
    })
    afterAll(() => Promise.all([mail.close(), fresh.close()]))

    /**
     * Starts a server with real e-mail and adds a user there.
     * @returns the link that the user received, and the output of the start
     */
    async function linkSent(env: Record<string, string>) {
      const target = { DATABASE_URL: fresh.url, DATABASE_OWNER_URL: fresh.ownerUrl }
      const run = start({ ...target, ADMIN_PASSWORD: password, SMTP_URL: mail.url, ...env })
      const address = await listening(run)
      const server = { api: `${address}/api` }
      const token = (await trySignIn(server, { userName: 'admin', password })).data?.token ?? ''
      const userName = `linked${mail.arrived.length}`
      const contacts = { email: `${userName}@atrium.example`, phone: `+8613900000${mail.arrived.length}00` }
      const user = {
        ...contacts,
        userName,
        fullName: '林晓雨',
        language: 'en' as const,
        roleId: ordinaryUser.id,
      }
      const before = mail.arrived.length
      expect(await send(server, userSave, user, { token })).toMatchObject({ code: codes.ok })
      while (mail.arrived.length === before) await sleep(20)
      run.child.kill('SIGTERM')
      await run.ended
      const [link = ''] =
        /http[^\s"]+#\/signIn/.exec(mail.arrived.at(-1)?.raw.replace(/=\r?\n/g, '') ?? '') ?? []
      return { link, address, output: run.output() }
    }
    const leadHere = 'Links in e-mails point to this machine'

    it.each([
      ['a port that is named', () => freePort()],
      ['any free port', async () => 0],
    ])('lead to the server’s address, on %s, with a notice at the start', async (_case, port) => {
      const { link, address, output } = await linkSent({ PORT: String(await port()) })
      expect(link.startsWith(`${address}/#/`)).toBe(true)
      expect(output).toContain(leadHere)
    })

    it('use the profile’s publicUrl, without a notice at the start', async () => {
      const profile = join(folder, 'public.json')
      await writeFile(profile, JSON.stringify({ publicUrl: 'https://atrium.example' }))
      const { link, output } = await linkSent({ PROFILE: profile })
      expect(link).toContain('https://atrium.example/#/')
      expect(output).not.toContain(leadHere)
    })

    it('cause no notice while e-mail stays in the demonstration’s inbox', async () => {
      expect((await linkSent({ DEMO_MAIL: '1' })).output).not.toContain(leadHere)
    })
  })

  it(watching, async () => {
    const page = await readFile(join(root, 'docs/operators/watch.md'), 'utf8')
    const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command)
    const exports: string[] = []
    const collector = createHttpServer(async (request, response) => {
      exports.push(await text(request))
      response.end('{}')
    })
    others.push(collector.listen(0, '127.0.0.1'))
    await once(collector, 'listening')
    const metricsPort = String(await freePort())
    const run = start({
      METRICS_PORT: metricsPort,
      METRICS_HOST: 'localhost',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
    })
    const address = await listening(run)
    const said = commands
      .filter((command) => !missing.some((program) => command.startsWith(program)))
      .map((command) =>
        execFileSync(
          'bash',
          [
            '-euo',
            'pipefail',
            '-c',
            command
              .replace('http://127.0.0.1:9464', `http://localhost:${metricsPort}`)
              .replace('http://127.0.0.1:8080', address),
          ],
          { cwd: root, encoding: 'utf8' },
        ),
      )
    expect(said).toHaveLength(3 - missing.length)
    if (!missing.includes('curl')) {
      expect(said[0]).toMatch(/^atrium_database_up 1$/m)
      expect(said[0]).toMatch(/^atrium_processes [1-9]/m)
      expect(said.at(-1)).toMatch(/^x-request-id: my-check-1\r$/m)
    }
    expect((await fetch(`${address}/api/sys/login/key`)).status).toBe(200)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(exports.join('')).toContain('GET /sys/login/key')
    const mine = database.owner
      .selectFrom('serverProcess')
      .selectAll()
      .where('pid', '=', run.child.pid ?? 0)
    expect(await mine.execute()).toEqual([])
    const counts = await database.owner.selectFrom('callCount').select('calls').execute()
    expect(counts.length).toBeGreaterThan(0)
  })

  it('rejects a SECRET_KEY that does not belong to the database', async () => {
    const first = start({})
    const key = await fetch(`${await listening(first)}/api/sys/login/key`)
    expect(await key.json()).toMatchObject({ success: true })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const other = start({ SECRET_KEY: 'another secret for tests, of enough characters' })
    expect(await other.ended).toBe(1)
    expect(other.output()).toMatch(/^SECRET_KEY, or secret-key in DATA_DIR, does not match .+\n$/)
  })

  it('prints the problem on one line and exits with 1', async () => {
    const port = await takenPort()
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: port }, /^PORT \d+ on 127\.0\.0\.1 cannot be opened: another program is using it; .+\n$/],
      [{ PORT: 'web' }, /^Please correct the environment: PORT .+\n$/],
      [
        { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', DATABASE_OWNER_URL: '' },
        /^The database at DATABASE_URL .+\n$/,
      ],
      [
        { DATABASE_URL: `postgres://u@127.0.0.1:${port}/d`, DATABASE_OWNER_URL: '' },
        /^The database at DATABASE_URL cannot be used: check .+ a PostgreSQL server responds there .+\n$/,
      ],
      [{ SECRET_KEY: '' }, /^SECRET_KEY is required if DATABASE_URL is set.+\n$/],
      [{ SMTP_URL: 'http://mail.example' }, /^Please correct the environment: SMTP_URL .+\n$/],
      [{ SMS_GATEWAY_URL: 'https://sms.example' }, /^SMS_GATEWAY_URL has no signing key.+\n$/],
      [
        { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: '/sys/atrium' },
        /^The data folder \/sys\/atrium cannot be used .+ set DATA_DIR\.\n$/,
      ],
      [{ PROFILE: '/nonexistent.json' }, /^The profile cannot be read.+\n$/],
    ]
    const runs = cases.map(([env]) => start(env))
    expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual(cases.map(() => 1))
    for (const [index, [, message]] of cases.entries()) expect(runs[index]?.output()).toMatch(message)
  })
})

/**
 * Starts the server through a chain of processes, each of which starts the next one and keeps running, as package
 * managers do.
 */
async function startThrough(names: readonly string[]): Promise<Run> {
  const script = `
    const { spawn } = require('node:child_process')
    const [next, ...rest] = process.argv.slice(2)
    spawn(process.execPath, [next, ...rest], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const files = names.map((name) => join(folder, name))
  for (const file of files) await writeFile(file, script)
  const child = spawn(process.execPath, [...files, programFile, 'main'], {
    env: { ...settings, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
    detached: true,
  })
  groups.push(child)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  return { child, output: () => text, ended: once(child, 'exit').then(([code]) => code) }
}

/** Waits until a process is no longer in the process table. Its new parent removes it after an unknown time. */
async function untilEnded(pid: number): Promise<void> {
  for (let wait = 0; wait < 10_000; wait += 50) {
    try {
      process.kill(pid, 0)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ESRCH' })
      return
    }
    await sleep(50)
  }
  throw new Error(`Process ${pid} is still there`)
}

async function untilGone(address: string): Promise<void> {
  const isGone = () =>
    fetch(`${address}/api/health`).then(
      () => false,
      () => true,
    )
  while (!(await isGone())) await sleep(100)
}

describe('the server', () => {
  it.each([
    ['that started it', ['starter.cjs']],
    ['that it was started through, of several,', ['npx.cjs', 'pnpm.cjs']],
  ])('stops when the process %s is gone', async (_, names) => {
    const run = await startThrough(names)
    const address = await listening(run)
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
    run.child.kill('SIGKILL')
    await untilGone(address)
  })

  it('keeps running when the shell that started it through a package manager is gone', async () => {
    const run = await startThrough(['terminal.cjs', 'npx.cjs', 'pnpm.cjs'])
    const address = await listening(run)
    run.child.kill('SIGKILL')
    await run.ended
    // Long enough for the server to notice that the processes that started it are gone.
    await sleep(1500)
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
  })

  it('also stops its database when it is stopped during the start', async () => {
    const lock = join(folder, 'postgres/postmaster.pid')
    const run = start({ DATABASE_URL: '', DATABASE_OWNER_URL: '', AUDIT_HEADS: '', DATA_DIR: folder })
    const isThere = () =>
      access(lock).then(
        () => true,
        () => false,
      )
    while (!(await isThere())) await sleep(10)
    expect(run.output()).toBe('')
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
    expect(await isThere()).toBe(false)
  })

  /** Begins a request whose body is sent later or never. */
  async function beginRequest(address: string): Promise<Socket> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write('POST /api/sys/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n')
    socket.write('Content-Length: 2\r\nExpect: 100-continue\r\n\r\n')
    // The server has responded with `100 Continue`.
    await once(socket, 'data')
    return socket
  }

  /**
   * Sends the body of the request.
   * @returns the response
   */
  async function endRequest(socket: Socket): Promise<string> {
    socket.write('{}')
    return text(socket)
  }

  it('finishes requests in flight when the same signal arrives more than once', async () => {
    const run = start({})
    const socket = await beginRequest(await listening(run))
    run.child.kill('SIGINT')
    run.child.kill('SIGINT')
    run.child.kill('SIGTERM')
    await sleep(300)
    expect(await endRequest(socket)).toMatch(/^HTTP\/1.1 200 /)
    expect(await run.ended).toBe(0)
  })

  it('finishes requests in flight when the whole process group is stopped', async () => {
    const run = await startThrough(['npx.cjs', 'pnpm.cjs'])
    const address = await listening(run)
    const socket = await beginRequest(address)
    process.kill(-(run.child.pid ?? 0), 'SIGTERM')
    // Long enough for the server to notice that the processes that started it are gone.
    await sleep(1500)
    expect(await endRequest(socket)).toMatch(/^HTTP\/1.1 200 /)
    await untilGone(address)
  })

  it('drops requests in flight on a later second signal, and still stops its database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-hurried-'))
    try {
      const run = start({ DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: dataDir })
      const socket = await beginRequest(await listening(run))
      const pid = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
      socket.on('error', () => {})
      run.child.kill('SIGTERM')
      await sleep(1200)
      expect(run.child.exitCode).toBeNull()
      run.child.kill('SIGTERM')
      expect(await run.ended).toBe(0)
      await untilEnded(pid)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('exits with 1 when its database is lost and cannot be restarted', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-lost-'))
    const data = join(dataDir, 'postgres')
    try {
      const run = start({ DATABASE_URL: '', DATABASE_OWNER_URL: '', AUDIT_HEADS: '', DATA_DIR: dataDir })
      await listening(run)
      await rm(join(data, 'postgresql.conf'))
      process.kill(Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
      expect(await run.ended).toBe(1)
      expect(run.output()).toMatch(/\nThe built-in PostgreSQL does not start on .+ \(could not access .+\n$/)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
