import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { codes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { linkedProduct, type TestProduct } from '../../../app/test-kit/index.ts'
import { translator } from '../../../platform/texts/translator.ts'
import {
  callProduct,
  initialiseProduct,
  type LinkServices,
  type ProductFailure,
  productKeyPurpose,
} from './index.ts'

interface Asked {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let database: TestDatabase
let services: LinkServices
let product: TestProduct
let asked: Asked[] = []
/** Writes the product's response. */
let result: (response: ServerResponse) => void
let apiUrl: string

const server = createServer(async (request, response) => {
  const { method, url: path, headers } = request
  asked.push({ method, path, headers, body: await text(request) })
  result(response)
})

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  services = testServices(database)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  apiUrl = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/edc/`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.close()
})

const says = (body: unknown, status = 200) => {
  result = (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
}

beforeEach(async () => {
  product = await linkedProduct(database)
  asked = []
  says({ code: 200, message: '好的', data: { count: 3 } })
})

const call = (over: object = {}) =>
  callProduct(services, {
    softwareId: product.softwareId,
    tenantId: '0',
    apiUrl,
    path: '/atrium/count',
    body: { 名: '试' },
    idempotencyKey: randomUUID(),
    language: 'en',
    data: z.object({ count: z.number() }),
    ...over,
  })

const failureOf = async (called: Promise<unknown>): Promise<ProductFailure> =>
  called.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: ProductFailure) => error,
  )

const lastRow = () =>
  database.owner.selectFrom('productCall').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('a call to a product', () => {
  it('is signed as documented, and returns the product’s response', async () => {
    const idempotencyKey = randomUUID()
    expect(await call({ idempotencyKey })).toEqual({ message: '好的', data: { count: 3 } })
    const [{ method, path, headers, body } = fail()] = asked
    expect([method, path, body]).toEqual(['POST', '/edc/atrium/count', '{"名":"试"}'])
    const { 'atrium-timestamp': timestamp, 'atrium-nonce': nonce, 'atrium-content-sha256': hash } = headers
    const lines = [timestamp, nonce, idempotencyKey, 'POST', '/edc/atrium/count', hash].join('\n')
    expect(headers).toMatchObject({
      'atrium-key': 'EDC',
      'idempotency-key': idempotencyKey,
      'content-type': 'application/json',
      language: 'en',
      'atrium-signature': `v1=${createHmac('sha256', product.key).update(lines).digest('hex')}`,
    })
    expect(await lastRow()).toMatchObject({
      tenantId: '0',
      softwareId: product.softwareId,
      path: '/atrium/count',
      idempotencyKey,
      outcome: 'done',
      status: 200,
      answer: '200 好的',
      durationMs: expect.any(Number),
    })
  })

  it('is rejected if the stored URL contains path traversal or leads to Atrium’s own calls', async () => {
    for (const path of ['/..;', '/%2e%2e', '/a%2f..', '\\a', '/atrium', '/atrium/init;a=']) {
      const failure = await failureOf(call({ apiUrl: `${new URL(apiUrl).origin}${path}` }))
      expect(failure).toMatchObject({ outcome: 'address' })
    }
    expect(asked).toEqual([])
  })

  it('is signed with both keys while the former key is valid', async () => {
    const former = product.key
    product = await linkedProduct(database)
    const sealed = testServices(database).secrets.encrypt(productKeyPurpose, former)
    await database.owner
      .updateTable('software')
      .set({ formerKeyEncrypted: sealed, formerKeyEndsAt: sql<Date>`now() + interval '1 hour'` })
      .where('id', '=', product.softwareId)
      .execute()
    const idempotencyKey = randomUUID()
    await call({ idempotencyKey })
    const { 'atrium-timestamp': timestamp, 'atrium-nonce': nonce, ...headers } = asked[0]?.headers ?? {}
    const hash = headers['atrium-content-sha256']
    const lines = [timestamp, nonce, idempotencyKey, 'POST', '/edc/atrium/count', hash].join('\n')
    expect(headers['atrium-signature']).toBe(
      [product.key, former]
        .map((key) => `v1=${createHmac('sha256', key).update(lines).digest('hex')}`)
        .join(),
    )
    await database.owner
      .updateTable('software')
      .set({ formerKeyEncrypted: null, formerKeyEndsAt: null })
      .where('id', '=', product.softwareId)
      .execute()
  })

  it.each([
    ['no JSON', '<html>', 200, 'answer'],
    ['JSON of another kind', [1], 200, 'answer'],
    ['other data than was asked for', { code: 200, data: { count: 'three' } }, 200, 'answer'],
    ['an error of its own', '<html>', 500, 'status'],
    ['an error of its own, in an envelope', { code: 503, message: 'away' }, 503, 'status'],
    ['that it is asked too often', { code: 429, message: 'busy' }, 429, 'status'],
    ['a redirect', '', 302, 'redirect'],
    ['a refused signature', { code: 401, message: 'no' }, 200, 'signature'],
    ['a refused signature, by its status', '', 403, 'signature'],
    ['a refusal', { code: 422, message: 'no such\u202e tenant\n' }, 200, 'refused'],
    ['a refusal, by its status too', { code: 422, message: 'no such tenant' }, 422, 'refused'],
    ['a refusal without a word', { code: 500 }, 200, 'refused'],
    ['too much', 'x'.repeat(300_000), 200, 'tooLarge'],
  ])('records the kind of failure if the response is %s', async (_, body, status, outcome) => {
    says(body, status)
    const failure = await failureOf(call())
    expect(failure).toMatchObject({ name: 'ProductFailure', code: codes.productFailed, outcome })
    for (const language of ['zh', 'en'] as const) {
      const message = translator(language)(failure.key, failure.params)
      expect(message).not.toMatch(/\{\{|product\./)
      if (outcome === 'refused') expect(message).toMatch(/(no such tenant|500)$/)
    }
    const row = await lastRow()
    expect(row).toMatchObject({ outcome })
    expect(row.answer.length).toBeLessThanOrEqual(210)
    expect(JSON.stringify(row)).not.toContain(product.key)
  })

  it('times out if the product is slow', async () => {
    result = () => {}
    expect(await failureOf(call({ timeout: 200 }))).toMatchObject({ outcome: 'timeout' })
    expect(await lastRow()).toMatchObject({ outcome: 'timeout', status: null })
  })

  it('reports an unreachable product and a forbidden URL', async () => {
    const gone = 'http://127.0.0.1:1/'
    expect(await failureOf(call({ apiUrl: gone }))).toMatchObject({ outcome: 'unreachable' })
    for (const forbidden of ['https://10.0.0.1', 'https://[::1]', 'ftp://a', '', 'https://u:p@example.com']) {
      const failure = await failureOf(call({ apiUrl: forbidden }))
      expect({ forbidden, outcome: failure.outcome }).toEqual({ forbidden, outcome: 'address' })
      expect(await lastRow()).toMatchObject({ outcome: 'address' })
    }
    expect(asked).toEqual([])
  })

  it('is rejected before it is sent if the product has no key', async () => {
    const { id } = await database.owner
      .selectFrom('software')
      .select('id')
      .where('appCode', '=', 'IGCP')
      .executeTakeFirstOrThrow()
    expect(await failureOf(call({ softwareId: id }))).toMatchObject({
      outcome: 'noKey',
      key: 'product.noKey',
    })
    expect(asked).toEqual([])
  })

  it('is recorded as in progress, without a transaction open while it waits', async () => {
    let seen: unknown
    result = (response) =>
      void lastRow().then((row) => {
        seen = row.outcome
        response.end('{"code":200,"data":{"count":1}}')
      })
    await call()
    expect(seen).toBeNull()
  })
})

describe('initialisation', () => {
  it('identifies tenant and domain, with the same idempotency key each time', async () => {
    const tenantId = randomUUID()
    await database.owner
      .insertInto('tenant')
      .values({ id: tenantId, tenantName: '鹿鸣溪', tenantCode: 'A', abbr: 'A', categoryId: '0' })
      .execute()
    const tenantUrlId = randomUUID()
    const initialisation = { softwareId: product.softwareId, tenantId, tenantUrlId, apiUrl }
    says({ code: 200, message: '已初始化' })
    expect(await initialiseProduct(services, initialisation)).toEqual({ message: '已初始化' })
    await initialiseProduct(services, { ...initialisation, language: 'en' })
    expect(asked.map(({ path, headers }) => [path, headers['idempotency-key'], headers.language])).toEqual([
      ['/edc/atrium/init', tenantUrlId, 'zh'],
      ['/edc/atrium/init', tenantUrlId, 'en'],
    ])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ tenantId, tenantName: '鹿鸣溪', tenantUrlId })
    expect(new Set(asked.map(({ headers }) => headers['atrium-nonce'])).size).toBe(2)
  })
})

const fail = (): never => {
  throw new Error('nothing was asked')
}
