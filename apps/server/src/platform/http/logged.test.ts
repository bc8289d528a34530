import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { anybody, call, codes, noData, noFields } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testApp } from '../../app/test-kit/index.ts'
import { createLogger } from '../observability/logger.ts'
import { handle, handleDownload } from './route.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const failing = call({
  method: 'POST',
  path: '/test/failing',
  summary: 'writes what may not be',
  access: anybody,
  effect: 'write',
  request: noFields,
  response: noData,
})

const empty = call({
  method: 'POST',
  path: '/test/empty',
  summary: 'does nothing',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: noData,
})

/** Yields more content than any client reads. */
function* endless() {
  for (;;) yield Buffer.alloc(65_536)
}

/** Creates a log that keeps its entries, one per line. */
const keptLog = () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  return { lines, sink }
}

describe('a call that fails', () => {
  it('is logged with its reason, but without the row that the database rejected', async () => {
    const { lines, sink } = keptLog()
    const route = handle(failing, async ({ trx }) => {
      await sql`insert into session (token_hash, user_id, expires_at)
        values ('the hash of a token', 'nobody', null)`.execute(trx)
      return null
    })
    const app = await testApp(database.db, { routes: [route], logger: createLogger('trace', sink) })
    expect(await app.inject({ method: 'POST', url: '/api/test/failing' })).toMatchObject({ statusCode: 500 })
    await app.close()
    expect(lines.join('')).toContain('violates not-null constraint')
    expect(lines.join('')).not.toContain('the hash of a token')
  })
})

describe('a call', () => {
  it('is logged with its origin, and without its input', async () => {
    const { lines, sink } = keptLog()
    const route = handle(empty, async () => null)
    const app = await testApp(database.db, { routes: [route], logger: createLogger('info', sink) })
    const headers = { 'x-forwarded-for': '198.51.100.7:4711', cookie: 'usercache=secret' }
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    await fetch(`${address}/api/test/empty?token=secret`, { method: 'POST', headers })
    await app.close()
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'call', call: empty.path, code: codes.ok, address: '198.51.100.7' }),
    )
    expect(lines.join('')).not.toContain('secret')
  })
})

describe('a change', () => {
  const saving = call({
    method: 'POST',
    path: '/test/saving',
    summary: 'changes something',
    access: anybody,
    effect: 'write',
    request: noFields,
    response: noData,
  })
  const route = handle(saving, async ({ audit }) => {
    audit({ entity: 'session', entityId: 'of-a-known-request' })
    return null
  })
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'

  /**
   * Makes one change.
   * @returns its log entry, and its ids in the response and in the audit trail
   */
  async function save(headers: Record<string, string>, trustedProxies?: string) {
    const { lines, sink } = keptLog()
    const logger = createLogger('info', sink)
    const app = await testApp(database.db, {
      routes: [route],
      logger,
      ...(trustedProxies && { trustedProxies }),
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${address}/api/test/saving`, { method: 'POST', headers })
    await app.close()
    const event = await database.owner
      .selectFrom('auditEvent')
      .select('requestId')
      .where('entityId', '=', 'of-a-known-request')
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow()
    const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'call')
    return { logged, requestId: response.headers.get('x-request-id') ?? '', kept: event.requestId }
  }

  it.each([
    ['its own id', {}, /^[\da-f-]{36}$/, undefined],
    ['the id that it came with', { 'x-request-id': 'gateway-17' }, /^gateway-17$/, undefined],
    [
      'that of its trace too',
      { 'x-request-id': 'gateway-17', traceparent: `00-${trace}-00f067aa0ba902b7-01` },
      /^gateway-17$/,
      trace,
    ],
    [
      'its own id where it came with no good one',
      { 'x-request-id': 'a b', traceparent: '00' },
      /^[\da-f-]{36}$/,
      undefined,
    ],
  ])('has %s in log, response and audit trail', async (_, headers, id, traceId) => {
    const { logged, requestId, kept } = await save(headers)
    expect(requestId).toMatch(id)
    expect({ reqId: logged.reqId, traceId: logged.traceId }).toEqual({ reqId: requestId, traceId })
    expect(logged).not.toHaveProperty('clientRequestId')
    expect(kept).toBe(traceId ? `${requestId} ${traceId}` : requestId)
  })

  const chosen = { 'x-request-id': 'chosen-by-anybody', traceparent: `00-${trace}-00f067aa0ba902b7-01` }

  it('keeps ids that no trusted proxy sent out of the trail, and logs them separately', async () => {
    const { logged, requestId, kept } = await save(chosen, '192.0.2.1')
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
    expect(kept).toBe(requestId)
    expect(logged).toMatchObject({
      reqId: requestId,
      clientRequestId: 'chosen-by-anybody',
      clientTraceId: trace,
    })
    expect(logged).not.toHaveProperty('traceId')
  })

  it.each(['x'.repeat(129), 'a b', '<b>'])('does not log an invalid id such as %j', async (sent) => {
    const { logged, requestId } = await save({ 'x-request-id': sent }, '192.0.2.1')
    expect(logged.reqId).toBe(requestId)
    expect(logged).not.toHaveProperty('clientRequestId')
    expect(JSON.stringify(logged)).not.toContain(sent)
  })
})

describe('a client that hangs up', () => {
  /** pino's level of an entry without an error. */
  const info = 30
  const answered = call({
    method: 'POST',
    path: '/test/answered',
    summary: 'answers late',
    access: anybody,
    effect: 'read',
    request: noFields,
    response: noData,
  })
  const large = call({
    method: 'GET',
    path: '/test/large',
    summary: 'a file without end',
    access: anybody,
    effect: 'read',
    request: noFields,
    response: noData,
    form: 'download',
  })
  const slow = call({
    method: 'POST',
    path: '/test/slow',
    summary: 'a file that is long in the making',
    access: anybody,
    effect: 'read',
    request: noFields,
    response: noData,
    form: 'download',
  })

  it('is logged, but not as an error, whether it sends, waits or reads', async () => {
    const { lines, sink } = keptLog()
    const hungUp = Promise.withResolvers<void>()
    const making = Promise.withResolvers<void>()
    const routes = [
      handle(answered, async () => {
        await hungUp.promise
        return null
      }),
      handleDownload(large, async () => ({
        fileName: 'large.bin',
        mediaType: 'application/octet-stream',
        expectedLength: 1,
        content: Readable.from(endless()),
      })),
      handleDownload(slow, async () => ({
        fileName: 'slow.bin',
        mediaType: 'application/octet-stream',
        expectedLength: 1,
        content: new Readable({ read: () => making.resolve() }),
      })),
    ]
    const app = await testApp(database.db, { routes, logger: createLogger('debug', sink) })
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const head = 'Host: a\r\nContent-Type: application/json\r\n'
    const requests = [
      `POST /api/test/answered HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"begun`,
      `POST /api/test/answered HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{}`,
      'GET /api/test/large HTTP/1.1\r\nHost: a\r\n\r\n',
      `POST /api/test/slow HTTP/1.1\r\n${head}Content-Length: 2\r\n\r\n{}`,
    ]
    for (const request of requests) {
      const asked = once(app.server, 'request')
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(request)
      await asked
      if (request.includes('large')) await once(socket, 'data')
      if (request.includes('slow')) await making.promise
      socket.destroy()
    }
    while ((await promisify(app.server.getConnections).call(app.server)) > 0) await sleep(10)
    hungUp.resolve()
    await app.close()
    const entries = lines.map((line) => JSON.parse(line) as { level: number; code?: number })
    expect(entries.filter(({ code }) => code === 499)).toHaveLength(4)
    expect(entries.filter(({ level }) => level > info)).toEqual([])
  })
})
