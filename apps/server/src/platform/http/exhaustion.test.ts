import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createTestDatabase, processEnvironment, type TestDatabase } from '../../../test-support/index.ts'

// The tests start a server process.
jest.setTimeout(180_000)

const megabyte = 1024 * 1024

let database: TestDatabase
let folder: string
let server: ChildProcess
let origin: string

const script = '/shell/shell.0123456789.js'
const length = 1.2 * megabyte

/**
 * Starts a server with a separate folder of built files.
 * @returns its origin
 */
async function start(): Promise<string> {
  const main = pathToFileURL(join(import.meta.dirname, '../../app/startup/main.ts'))
  const code = `import { main } from '${main}'; await main(process.env, { webFolder: process.env.WEB })`
  server = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: {
      ...processEnvironment,
      WEB: folder,
      PORT: '0',
      METRICS_PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'silent',
      SECRET_KEY: 'a secret for tests alone, of enough characters',
      AUDIT_HEADS: join(folder, 'heads'),
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (output += chunk))
  for (;;) {
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0]
    if (address) return address
    if (server.exitCode !== null) throw new Error(`no address in: ${output}`)
    await sleep(50)
  }
}

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  folder = await mkdtemp(join(tmpdir(), 'atrium-exhaustion-'))
  await mkdir(join(folder, 'shell'))
  await writeFile(join(folder, script), randomBytes(length / 2).toString('hex'))
  origin = await start()
})

afterAll(async () => {
  server.kill('SIGKILL')
  await database.close()
  await rm(folder, { recursive: true })
})

/** Returns the open files and memory of the server process. */
async function held() {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
  return { files: (await readdir(`/proc/${server.pid}/fd`)).length, memory: Number(kilobytes) * 1024 }
}

/** Opens a connection that sends requests and never reads. */
function leaveUnread(text: string): Socket {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.pause()
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

/** Sends a request from another address, behind a trusted proxy. */
const asSomebodyElse = (path: string) =>
  fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': '192.0.2.99' } })

/**
 * Attacks the server for a few seconds.
 * @param text the text that each connection sends
 * @returns the maximum increase in files and memory of the server, and the statuses that another client received
 * meanwhile
 */
async function attack(connections: number, text: string) {
  const before = await held()
  const sockets = Array.from({ length: connections }, () => leaveUnread(text))
  const max = { files: 0, memory: 0 }
  const statuses = new Set<number>()
  for (let look = 0; look < 20; look += 1) {
    for (const path of [script, '/api/ready', '/profile.json']) {
      const response = await asSomebodyElse(path)
      await response.arrayBuffer()
      statuses.add(response.status)
    }
    const now = await held()
    max.files = Math.max(max.files, now.files - before.files)
    max.memory = Math.max(max.memory, now.memory - before.memory)
    await sleep(100)
  }
  for (const socket of sockets) socket.destroy()
  return { ...max, statuses: [...statuses] }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`

/** Returns the limit on open files: two for each connection, and some for the other client. */
const maxFiles = (connections: number) => 2 * connections + 30

/** Only Linux shows the files and memory of a process in /proc. */
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip

describeOnLinux('an anonymous client that reads no response', () => {
  it.each([
    ['of 100 large scripts that it asks for at once', 60, get(script).repeat(100)],
    ['of 10 that wait their turn', 60, get(script).repeat(10)],
    ['of one', 230, get(script)],
    ['of 10 descriptions of the API, not compressed', 60, get('/api/openapi.json').repeat(10)],
    ['of 10 that are compressed as they are sent', 60, get(script, 'accept-encoding: br\r\n').repeat(10)],
  ])(
    '%s exhausts neither files nor memory, and another client is served throughout',
    async (_what, connections, text) => {
      const { files, memory, statuses } = await attack(connections, text)
      expect(files).toBeLessThan(maxFiles(connections))
      expect(memory).toBeLessThan(150 * megabyte)
      expect(statuses).toEqual([200])
    },
  )

  it('leaves no open files after it has disconnected', async () => {
    const before = await held()
    await attack(60, get(script).repeat(10))
    let now = await held()
    for (let look = 0; look < 100 && now.files >= before.files + maxFiles(0); look += 1) {
      await sleep(100)
      now = await held()
    }
    expect(now.files).toBeLessThan(before.files + maxFiles(0))
  })
})
