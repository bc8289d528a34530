import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { json, text } from 'node:stream/consumers'
import { anybody, call, codes, noData } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { linkedProduct, type TestProduct, testApp } from '../../app/test-kit/index.ts'
import { startScheduler } from '../../modules/jobs/index.ts'
import { addJob, readJob } from '../../modules/jobs/scheduler/test-kit/index.ts'
import { sendersOf, startMessageWorker } from '../../modules/messages/index.ts'
import { mail, queue, startMailServer, until } from '../../modules/messages/test-kit/index.ts'
import { callProduct } from '../../modules/products/linked/index.ts'
import { handleOwn } from '../http/route.ts'
import { startOpenTelemetry } from './open-telemetry.ts'
import { currentTracer } from './tracing.ts'
import { type TracingSettings, tracingSettings } from './tracing-settings.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

/** A span in the JSON of OTLP. */
interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

let database: TestDatabase
let product: TestProduct
/** Receives traces like a collector, and acts as a product's server below /edc. */
let receiver: Server
let base: string
let exports: Export[] = []
let asked: IncomingHttpHeaders[] = []
let app: FastifyInstance | undefined
let stop: (() => Promise<void>) | undefined

const addressOf = (server: Server) => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  product = await linkedProduct(database)
  receiver = createServer(async (request, response) => {
    const body = await text(request)
    response.setHeader('content-type', 'application/json')
    if (request.url === '/v1/traces') {
      exports.push(JSON.parse(body) as Export)
      return response.end('{}')
    }
    asked.push(request.headers)
    response.end(JSON.stringify({ code: 200, message: '', data: null }))
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  base = addressOf(receiver)
})

afterEach(async () => {
  await app?.close()
  await stop?.()
  app = stop = undefined
  exports = []
  asked = []
})

afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await database.close()
})

const secret = 'hunter2-of-nobody-else'

const traced = call({
  method: 'POST',
  path: '/test/traced/{id}',
  summary: 'asks the database and a product',
  access: anybody,
  effect: 'read',
  request: z.object({ id: z.string(), secret: z.string() }),
  response: noData,
})

const route = handleOwn(traced, async ({ input, system, services }) => {
  await system((trx) => sql`select ${input.secret}::text as said, 'in-quotes' as quoted`.execute(trx))
  await callProduct(services, {
    softwareId: product.softwareId,
    tenantId: '0',
    apiUrl: `${base}/edc`,
    path: '/atrium/count',
    body: { secret: input.secret },
    idempotencyKey: crypto.randomUUID(),
    language: 'en',
    data: z.null(),
  })
  return null
})

const defaults = {
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: 1,
} as const

function settingsOf(endpoint: string): TracingSettings {
  const settings = tracingSettings({ ...defaults, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, '1.2.3')
  if (!settings) throw new Error('an address switches traces on')
  return settings
}

/** Starts a server that sends its traces to an address, and makes one call. */
async function callOnce(
  endpoint: string,
  onError: (error: unknown) => void = () => {},
  headers = {},
  trustedProxies = 'loopback',
) {
  stop = startOpenTelemetry(settingsOf(endpoint), onError)
  app = await testApp(database.db, { routes: [route], services: testServices(database), trustedProxies })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const arrived = once(app.server, 'request')
  const request = httpRequest(`${address}/api/test/traced/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  request.flushHeaders()
  await arrived
  // The body arrives separately, outside the span of the request.
  request.end(JSON.stringify({ secret }))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await json(response)
  await app.close()
  app = undefined
  await stop()
  stop = undefined
  return { body, response }
}

const sentSpans = (): SentSpan[] =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

const attributesOf = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

describe('a trace', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const caller = '00f067aa0ba902b7'

  it('contains a request, its statements and its calls of products, but no data', async () => {
    const { body, response } = await callOnce(base, undefined, {
      traceparent: `00-${trace}-${caller}-01`,
      'x-request-id': 'gateway-17',
    })
    expect(body).toMatchObject({ code: codes.ok })
    expect(response.headers['x-request-id']).toBe('gateway-17')

    const [first] = exports.flatMap(({ resourceSpans }) => resourceSpans)
    expect(attributesOf(first?.resource ?? { attributes: [] })).toMatchObject({
      'service.name': 'atrium',
      'service.version': '1.2.3',
    })
    const spans = sentSpans()
    const [request, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === caller)
    expect(others).toEqual([])
    expect(request).toMatchObject({ traceId: trace, name: 'POST /test/traced/{id}', kind: 2 })
    expect(attributesOf(request ?? { attributes: [] })).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/test/traced/:id',
      'http.response.status_code': 200,
      'atrium.code': codes.ok,
      'atrium.request.id': 'gateway-17',
    })
    // Statements that run after the body are below the request too, although the body arrives outside its span.
    const below = (parent: string | undefined) =>
      spans
        .filter(({ parentSpanId }) => parentSpanId === parent)
        .map((span) => ({ ...attributesOf(span), name: span.name }))
    const query = 'db.query.text'
    expect(below(request?.spanId)).toEqual(
      expect.arrayContaining([
        { name: 'select', 'db.system.name': 'postgresql', [query]: "select $1::text as said, '?' as quoted" },
        {
          name: 'insert',
          'db.system.name': 'postgresql',
          [query]: expect.stringContaining('"product_call"'),
        },
        { name: 'product', 'server.address': '127.0.0.1' },
        {
          name: 'update',
          'db.system.name': 'postgresql',
          [query]: expect.stringContaining('"product_call"'),
        },
      ]),
    )
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))

    // The product can continue the trace: its parent is the span of the call.
    const productSpan = spans.find(({ name }) => name === 'product')
    expect(asked).toMatchObject([{ traceparent: `00-${trace}-${productSpan?.spanId}-01` }])

    const sent = JSON.stringify(exports)
    for (const value of [secret, 'in-quotes', product.key]) expect(sent).not.toContain(value)
  })

  it('is new for a request without a trusted proxy, whatever the client sends', async () => {
    const sent = { traceparent: `00-${trace}-${caller}-01`, 'x-request-id': 'chosen' }
    const { response } = await callOnce(base, undefined, sent, '192.0.2.1')
    expect(response.headers['x-request-id']).not.toBe('chosen')
    expect(sentSpans().map(({ name }) => name)).toContain('POST /test/traced/{id}')
    expect(JSON.stringify(exports)).not.toMatch(new RegExp(`${trace}|${caller}|chosen`))
  })

  it('begins with each sent message and each job run, and is not passed to other servers', async () => {
    stop = startOpenTelemetry(settingsOf(base), () => {})
    const services = testServices(database)
    const stranger: IncomingHttpHeaders[] = []
    receiver.prependListener('request', ({ url, headers }) => url === '/stranger' && stranger.push(headers))
    await addJob(database, { id: 'traced', jobType: 2, httpUrl: `${base}/stranger`, httpMethod: 'POST' })
    const scheduler = await startScheduler({ services, queue: database.queue })
    await queue(database, mail)
    const mailServer = await startMailServer()
    const senders = sendersOf({ SMTP_URL: mailServer.url }, services.profile)
    const { db } = database
    const worker = await startMessageWorker({ db, queue: database.queue, secrets: services.secrets, senders })
    await until(async () => (await readJob(database, 'traced')).statuses.includes(0))
    await until(() => mailServer.arrived.length > 0)
    await worker.stop(AbortSignal.abort())
    await scheduler.stop(AbortSignal.abort())
    await mailServer.close()
    await stop()
    stop = undefined

    const spans = sentSpans()
    const childrenOf = (name: string) => {
      const root = spans.find((span) => span.name === name && !span.parentSpanId)
      return spans.filter(({ parentSpanId }) => root && parentSpanId === root.spanId).map((span) => span.name)
    }
    expect(childrenOf('job http')).toEqual(['job'])
    expect(childrenOf('message email')).toEqual(expect.arrayContaining(['smtp', 'update']))
    expect(stranger).toHaveLength(1)
    expect(stranger[0]).not.toHaveProperty('traceparent')
    expect(JSON.stringify(exports)).not.toContain(String(mail.to))
  })

  it('causes no failure if its receiver is lost, and the error is logged', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const lost = addressOf(gone)
    gone.close()
    await once(gone, 'close')
    // The exporter reads this variable itself, and retries for this long.
    process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '200'
    const reported = Promise.withResolvers<unknown>()
    try {
      const { body } = await callOnce(lost, reported.resolve)
      expect(body).toMatchObject({ code: codes.ok })
      expect(await reported.promise).toBeInstanceOf(Error)
    } finally {
      delete process.env.OTEL_EXPORTER_OTLP_TIMEOUT
    }
    expect(currentTracer()).toBeUndefined()
  })

  it('is created only if OpenTelemetry’s variables enable it', () => {
    const on = { ...defaults, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(tracingSettings(defaults, '')).toBeUndefined()
    expect(tracingSettings(on, '')?.endpoint).toBe('http://collector:4318/v1/traces')
    const own = { ...on, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces/in' }
    expect(tracingSettings(own, '')?.endpoint).toBe('http://traces/in')
    expect(tracingSettings({ ...on, OTEL_SDK_DISABLED: 'true' }, '')).toBeUndefined()
    expect(tracingSettings({ ...on, OTEL_TRACES_EXPORTER: 'none' }, '')).toBeUndefined()
  })
})
