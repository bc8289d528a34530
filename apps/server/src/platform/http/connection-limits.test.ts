import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { anybody, call, noData, noFields } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { signedIn, testApp } from '../../app/test-kit/index.ts'
import { platformAdministrator } from '../../modules/access/index.ts'
import { addFile } from '../../modules/files/test-kit/index.ts'
import { handle, handleDownload } from './route.ts'

// Clients have several seconds to read.
jest.setTimeout(180_000)

/** Length in bytes, larger than what the system buffers for a connection and than what the server caches of files. */
const large = 24 * 1024 * 1024

let database: TestDatabase
let webFolder: string
const apps: FastifyInstance[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  webFolder = await mkdtemp(join(tmpdir(), 'atrium-connections-'))
  await writeFile(join(webFolder, 'large.bin'), Buffer.alloc(large))
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const app of apps.splice(0)) await app.close()
})

afterAll(async () => {
  await database.close()
  await rm(webFolder, { recursive: true })
})

type Options = NonNullable<Parameters<typeof testApp>[1]>

/**
 * Starts a server.
 * @returns a function that opens a connection, and shows when the server closes it
 */
async function start(limits: object, options: Partial<Options> = {}) {
  const connectionLimits = { inAll: 100, ofAddress: 100, ...limits }
  const releases = { webFolder, releasesFolder: webFolder, keysFile: undefined }
  const app = await testApp(database.db, { connectionLimits, releases, ...options })
  apps.push(app)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return async (text = '', localAddress = '127.0.0.1') => {
    const accepted = new Promise<{ socket: Socket; closed: Promise<unknown> }>((found) =>
      app.server.once('connection', (socket) => found({ socket, closed: once(socket, 'close') })),
    )
    const client = connect({ port: Number(port), host: '127.0.0.1', localAddress })
    sockets.push(client)
    client.on('error', () => {})
    client.write(text)
    const { socket, closed } = await accepted
    return { client, isClosed: () => socket.destroyed, closed: closed.catch(() => {}) }
  }
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`
const health = get('/api/health')

/**
 * Reads slowly until a number of bytes has arrived or the connection is closed.
 * @returns the number of bytes that arrived
 */
async function read(client: Socket, length: number, pause: number): Promise<number> {
  let taken = 0
  for await (const chunk of client) {
    taken += chunk.length
    if (taken >= length) break
    await sleep(pause)
  }
  return taken
}

/** Returns the first data that arrives over a connection. */
const answered = async (client: Socket): Promise<string> => String((await once(client, 'data'))[0])

const file = call({
  method: 'GET',
  path: '/test/file',
  summary: 'a file without end',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: noData,
  form: 'download',
})

const work = call({
  method: 'GET',
  path: '/test/work',
  summary: 'takes a while',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: noData,
})

function* endless() {
  for (;;) yield Buffer.alloc(65_536)
}

/** Returns a route that sends an endless file, and a promise of the file's stream. */
function endlessFile() {
  const asked = Promise.withResolvers<Readable>()
  const route = handleDownload(file, async () => {
    const content = Readable.from(endless())
    asked.resolve(content)
    return { fileName: 'a.bin', mediaType: 'application/octet-stream', expectedLength: 1, content }
  })
  return { route, content: asked.promise }
}

describe('a client that reads nothing of its response', () => {
  it('is disconnected', async () => {
    const open = await start({ unreadLimit: 500 })
    const { client, closed } = await open(get('/large.bin'))
    client.pause()
    await closed
  })

  it('is disconnected from an export, whose source is closed', async () => {
    const { route, content } = endlessFile()
    const open = await start({ unreadLimit: 500 }, { routes: [route] })
    const { client } = await open(get('/api/test/file'))
    client.pause()
    await once(await content, 'close')
  })

  it('is disconnected from a stored file', async () => {
    const { token } = await signedIn(database, platformAdministrator.id)
    const { id, fileName } = await addFile(database, { content: '0'.repeat(large) })
    const open = await start({ unreadLimit: 500 })
    const path = `/api/base/file/download/${id}/${encodeURIComponent(fileName)}`
    const { client, closed } = await open(get(path, `authorization: ${token}\r\n`))
    client.pause()
    await closed
  })
})

describe('a client that reads slowly', () => {
  it('receives the whole response as long as it makes progress', async () => {
    const open = await start({ unreadLimit: 4000 })
    const { client } = await open(get('/large.bin'))
    expect(await read(client, large, 10)).toBeGreaterThanOrEqual(large)
  })

  it('is disconnected from an export when it reads less than a megabyte within the limit', async () => {
    const { route, content } = endlessFile()
    const open = await start({ unreadLimit: 1000 }, { routes: [route] })
    const { client } = await open(get('/api/test/file'))
    await Promise.race([read(client, Number.POSITIVE_INFINITY, 500), once(await content, 'close')])
    expect((await content).destroyed).toBe(true)
  })
})

describe('connections', () => {
  it('closes the connection that was idle longest when the limit is reached', async () => {
    const open = await start({ inAll: 3 })
    const idle = [await open(), await open(), await open()]
    await answered((await open(health)).client)
    await idle[0]?.closed
    expect(idle.map(({ isClosed }) => isClosed())).toEqual([true, false, false])
  })

  it('displaces only connections of the same address', async () => {
    const open = await start({ ofAddress: 2 }, { trustedProxies: '192.0.2.1' })
    const other = await open('', '127.0.0.2')
    const own = [await open(), await open(), await open()]
    await own[0]?.closed
    expect([other, ...own].map(({ isClosed }) => isClosed())).toEqual([false, true, false, false])
  })

  it('applies no address limit to a trusted proxy', async () => {
    const open = await start({ ofAddress: 2 })
    const all = [await open(health), await open(health), await open(health)]
    for (const { client } of all) expect(await answered(client)).toMatch(/ 200 OK/)
  })

  it('keeps connections open while the server works on their request, and rejects a new one', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>()
    const { promise: bothBegun, resolve: begin } = Promise.withResolvers<void>()
    let begun = 0
    const route = handle(work, async () => {
      begun += 1
      if (begun === 2) begin()
      await done
      return null
    })
    const open = await start({ inAll: 2 }, { routes: [route] })
    const busy = [await open(get('/api/test/work')), await open(get('/api/test/work'))]
    await bothBegun
    const further = await open(health)
    await further.closed
    finish()
    for (const { client } of busy) expect(await answered(client)).toMatch(/ 200 OK/)
  })
})

describe('requests that a client sends ahead', () => {
  /** Returns a route that counts its requests in flight. */
  function counted() {
    const seen = { now: 0, max: 0 }
    const route = handle(work, async () => {
      seen.now += 1
      seen.max = Math.max(seen.max, seen.now)
      await sleep(20)
      seen.now -= 1
      return null
    })
    return { route, seen }
  }

  it('responds to the requests one after the other, and keeps the connection open', async () => {
    const { route, seen } = counted()
    const open = await start({}, { routes: [route] })
    const { client, isClosed } = await open(get('/api/test/work').repeat(10))
    let text = ''
    client.on('data', (chunk) => (text += chunk))
    while (text.split('HTTP/1.1 200 OK').length <= 10) await once(client, 'data')
    expect(seen.max).toBe(1)
    client.write(health)
    expect(await answered(client)).toMatch(/ 200 OK/)
    expect(isClosed()).toBe(false)
  })

  it('closes the connection when too many requests wait', async () => {
    const { route, seen } = counted()
    const open = await start({}, { routes: [route] })
    const { closed } = await open(get('/api/test/work').repeat(100))
    await closed
    expect(seen.max).toBe(1)
  })

  it('treats an upgrade as an ordinary request, which cannot bypass the limit', async () => {
    const open = await start({})
    const { client } = await open(get('/api/health', 'connection: upgrade\r\nupgrade: websocket\r\n'))
    expect(await answered(client)).toMatch(/ 200 OK/)
  })
})
