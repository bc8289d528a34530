import { buffer } from 'node:stream/consumers'
import { call, codes, noFields, signedByProduct, text } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { linkedProduct, type TestProduct, testApp } from '../../app/test-kit/index.ts'
import { handleSigned, handleUpload, productKeyPurpose } from '../../modules/products/linked/index.ts'
import { contentHashOf } from './signed-content.ts'

const say = call({
  method: 'POST',
  path: '/test/say',
  summary: 'says who calls',
  access: signedByProduct,
  effect: 'read',
  request: z.object({ word: text() }),
  response: z.object({ softwareId: z.string(), word: z.string() }),
})
const ask = call({ ...say, method: 'GET', path: '/test/ask' })
const upload = call({
  method: 'POST',
  path: '/test/upload',
  summary: 'takes bytes',
  access: signedByProduct,
  effect: 'read',
  form: 'upload',
  request: z.object({ name: text() }),
  response: z.object({ name: z.string(), hash: z.string(), key: z.string() }),
})
const rejectUnread = call({ ...upload, path: '/test/unread', request: noFields, response: z.null() })

let database: TestDatabase
let app: FastifyInstance
let address: string
let product: TestProduct
/** Contents of the complete uploads. */
const taken: Buffer[] = []

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  const echo = handleSigned(say, async ({ product: { softwareId }, input: { word } }) => ({
    softwareId,
    word,
  }))
  app = await testApp(database.db, {
    routes: [
      echo,
      { ...echo, call: ask },
      handleUpload(upload, async ({ product: { idempotencyKey: key }, content, input: { name } }) => {
        const bytes = await buffer(content)
        taken.push(bytes)
        return { name, hash: contentHashOf(bytes), key }
      }),
      handleUpload(rejectUnread, async () => null),
    ],
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

beforeEach(async () => {
  product = await linkedProduct(database)
})

interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers: Record<string, string>
  readonly type?: string
}

const send = async ({ method = 'POST', path, body, headers, type = 'application/json' }: Sent) => {
  const plain = { language: 'zh', ...(method === 'POST' && { 'content-type': type }) }
  const response = await fetch(`${address}${path}`, { method, headers: { ...plain, ...headers }, body })
  return (await response.json()) as { code: number; message: string; data: unknown }
}

const path = '/api/test/say'
const body = JSON.stringify({ word: '您好' })
const signed = () => product.sign({ method: 'POST', path, body })
const unsigned = { code: codes.noSession, message: '请求未签名，或签名不正确', data: null }

describe('a call that a product signs', () => {
  it('is accepted, and attributed to the product', async () => {
    const data = { softwareId: product.softwareId, word: '您好' }
    expect(await send({ path, body, headers: signed() })).toMatchObject({ code: codes.ok, data })
  })

  it('has a signature that covers the query', async () => {
    const asked = '/api/test/ask?word=a%20b'
    const headers = () => product.sign({ method: 'GET', path: asked })
    expect(await send({ method: 'GET', path: asked, headers: headers() })).toMatchObject({ code: codes.ok })
    const other = await send({ method: 'GET', path: `${asked}c`, headers: headers() })
    expect(other).toMatchObject(unsigned)
  })

  it('is rejected without a valid signature, with the same message for unknown codes', async () => {
    const { 'atrium-signature': signature, ...rest } = signed()
    const foreign = await linkedProduct(database, 'RTSM')
    const forgeries: Record<string, string>[] = [
      {},
      rest,
      { authorization: 'x'.repeat(43) },
      { ...signed(), 'atrium-key': 'NOBODY' },
      { ...signed(), 'atrium-key': 'RTSM' },
      { ...signed(), 'atrium-key': 'ACCOUNT' },
      { ...foreign.sign({ method: 'POST', path, body }), 'atrium-key': 'EDC' },
      product.sign({ method: 'POST', path, body, keys: [''] }),
      product.sign({ method: 'POST', path, body, keys: ['', 'another key', product.key] }),
      product.sign({ method: 'POST', path, body, appCode: 'ACCOUNT', keys: [''] }),
      product.sign({ method: 'GET', path, body }),
      product.sign({ method: 'POST', path: '/api/test/ask', body }),
      { ...signed(), 'idempotency-key': '00000000-0000-4000-8000-000000000000' },
      { ...signed(), 'idempotency-key': 'not a uuid' },
      { ...signed(), 'atrium-nonce': 'x'.repeat(22) },
      { ...signed(), 'atrium-timestamp': '1' },
      { ...signed(), 'atrium-content-sha256': contentHashOf('{}') },
      { ...signed(), 'atrium-signature': signature?.replace('v1=', 'v2=') ?? '' },
      { ...signed(), 'atrium-signature': 'v1=' },
    ]
    for (const headers of forgeries) expect(await send({ path, body, headers })).toMatchObject(unsigned)
  })

  it('is accepted if any of its signatures is valid', async () => {
    const headers = product.sign({ method: 'POST', path, body, keys: ['a new key', product.key] })
    expect(await send({ path, body, headers })).toMatchObject({ code: codes.ok })
  })

  it('is accepted under the former key until that key ends', async () => {
    const { key, softwareId } = product
    const next = await linkedProduct(database)
    const sealed = testServices(database).secrets.encrypt(productKeyPurpose, key)
    const replace = (ends: string) =>
      database.owner
        .updateTable('software')
        .set({ formerKeyEncrypted: sealed, formerKeyEndsAt: sql<Date>`now() + ${ends}::interval` })
        .where('id', '=', softwareId)
        .execute()
    const under = (keys: string[]) =>
      send({ path, body, headers: next.sign({ method: 'POST', path, body, keys }) })
    await replace('1 hour')
    for (const keys of [[key], [next.key]]) expect(await under(keys)).toMatchObject({ code: codes.ok })
    await replace('-1 second')
    expect(await under([key])).toMatchObject(unsigned)
    expect(await under([next.key])).toMatchObject({ code: codes.ok })
  })

  it('is accepted once, whatever its result and however many attempts run at the same moment', async () => {
    const once = signed()
    const results = await Promise.all(Array.from({ length: 8 }, () => send({ path, body, headers: once })))
    expect(results.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    const other = results.filter(({ code }) => code !== codes.ok)
    expect(new Set(other.map(({ message }) => message))).toEqual(
      new Set(['该请求已经提交过，请重新签名后再提交']),
    )
    const failed = signed()
    expect(await send({ path, body: '{}', headers: failed })).toMatchObject({ code: codes.noSession })
    expect(await send({ path, body, headers: failed })).toMatchObject({ message: other[0]?.message })
  })

  it('is accepted within five minutes before and after its timestamp', async () => {
    const at = (seconds: number) =>
      product.sign({ method: 'POST', path, body, timestamp: Math.floor(Date.now() / 1000) + seconds })
    for (const seconds of [-290, 290])
      expect(await send({ path, body, headers: at(seconds) })).toMatchObject({ code: codes.ok })
    for (const seconds of [-310, 310, -86_400]) {
      const message = '请求的时间与服务器相差超过 5 分钟，请校准时间后重新签名'
      expect(await send({ path, body, headers: at(seconds) })).toMatchObject({ message })
    }
  })

  it('keeps its nonce until the call would be stale', async () => {
    const headers = signed()
    await send({ path, body, headers })
    const kept = await database.owner
      .selectFrom('productNonce')
      .select(sql<boolean>`expires_at > now() + interval '9 minutes'`.as('long'))
      .where('nonce', '=', headers['atrium-nonce'] ?? '')
      .execute()
    expect(kept).toEqual([{ long: true }])
  })

  it('is rejected if its body is missing or is not the signed one', async () => {
    const message = '请求内容与签名中的校验值不一致'
    for (const other of ['{}', `${body} `, undefined])
      expect(await send({ path, body: other, headers: signed() })).toMatchObject({ code: 401, message })
    const none = product.sign({ method: 'POST', path })
    expect(await send({ path, body, headers: none })).toMatchObject({ code: 401, message })
    expect(await send({ path, headers: product.sign({ method: 'POST', path }) })).toMatchObject({ code: 200 })
  })
})

describe('an upload by a product', () => {
  const at = '/api/test/upload?name=%E6%96%B9%E6%A1%88.pdf'
  const type = 'application/octet-stream'
  const content = 'x'.repeat(3_000_000)

  it('arrives as a complete stream, in addition to the fields', async () => {
    const headers = product.sign({ method: 'POST', path: at, body: content })
    expect(await send({ path: at, body: content, headers, type })).toMatchObject({
      code: codes.ok,
      data: { name: '方案.pdf', hash: contentHashOf(content), key: headers['idempotency-key'] },
    })
    const none = product.sign({ method: 'POST', path: at })
    expect(await send({ path: at, headers: none, type })).toMatchObject({ data: { hash: contentHashOf('') } })
  })

  it('is dropped if it is not what was signed', async () => {
    const before = taken.length
    const headers = product.sign({ method: 'POST', path: at, body: content })
    const other = await send({ path: at, body: `${content.slice(1)}y`, headers, type })
    expect(other).toMatchObject({ code: 401, message: '请求内容与签名中的校验值不一致' })
    expect(taken).toHaveLength(before)
  })

  it('is not accepted as JSON, nor JSON as bytes', async () => {
    for (const [at, type] of [
      ['/api/test/upload', 'application/json'],
      ['/api/test/say', 'application/octet-stream'],
    ] as const) {
      const headers = product.sign({ method: 'POST', path: at, body: '{}' })
      expect(await send({ path: at, body: '{}', headers, type })).toMatchObject({ code: 415 })
    }
  })

  it('need not be read to the end by the handler', async () => {
    const unread = '/api/test/unread'
    const headers = product.sign({ method: 'POST', path: unread, body: content })
    expect(await send({ path: unread, body: content, headers, type })).toMatchObject({ code: codes.ok })
    const next = product.sign({ method: 'POST', path, body })
    expect(await send({ path, body, headers: next })).toMatchObject({ code: codes.ok })
  })
})
