import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { codes, fileUpload, type InputOf } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { testFiles, testServices } from '../../../test-support/services.ts'
import { linkedProduct, type Suite, startSuite, type TestProduct, testApp } from '../../app/test-kit/index.ts'
import { contentHashOf } from '../../platform/http/signed-content.ts'
import { newKey } from '../../platform/storage/index.ts'
import { type Reachable, send } from '../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../products/licences/test-kit/index.ts'
import { sweepUploads } from './index.ts'

let suite: Suite
let product: TestProduct
/** A server that accepts only small files. */
let small: FastifyInstance
let server: Reachable
const fileLimit = 100_000

beforeAll(async () => {
  suite = await startSuite()
  product = await linkedProduct(suite.database)
  await addDomain(suite.database.owner, { tenantId: suite.here.tenantId, softwareId: product.softwareId })
  small = await testApp(suite.database.db, { services: { ...testServices(suite.database), fileLimit } })
  server = { api: `${await small.listen({ host: '127.0.0.1', port: 0 })}/api` }
})

afterAll(async () => {
  await small.close()
  await suite.close()
})

const files = () => suite.database.owner.selectFrom('file').selectAll().orderBy('createdAt').execute()
const underWay = () => suite.database.owner.selectFrom('fileUpload').selectAll().execute()

/** Number of files left by earlier tests. */
let before: number
beforeEach(async () => {
  before = (await files()).length
})
const added = async () => (await files()).slice(before)

const upload = (
  input: InputOf<typeof fileUpload>,
  content = '内容',
  by: Pick<TestProduct, 'sign'> = product,
) => send(server, fileUpload, input, { signer: { ...product, ...by }, content })

/** Signs every call with the same idempotency key, as a client that retries does. */
const again = (idempotencyKey: string = crypto.randomUUID()): Pick<TestProduct, 'sign'> => ({
  sign: (call) => product.sign({ ...call, idempotencyKey }),
})

const storedContent = async (key: string) =>
  Buffer.concat(await Array.fromAsync(await testFiles().get(key))).toString()

describe('an upload', () => {
  it('stores the content and its metadata, and audits the product as the actor', async () => {
    const { tenantId } = suite.here
    const { data, code } = await upload({
      tenantId,
      fileName: ' 方案 V2.0.pdf ',
      contentType: 'application/pdf',
    })
    expect(code).toBe(codes.ok)
    const [file] = await added()
    const facts = { id: data, tenantId, fileName: '方案 V2.0.pdf', contentType: 'application/pdf', size: 6 }
    expect(file).toMatchObject({ ...facts, softwareId: '020', sha256: contentHashOf('内容') })
    expect(await storedContent(file?.contentKey ?? '')).toBe('内容')
    expect(await underWay()).toEqual([])
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['actorName', 'tenantId', 'call', 'after'])
      .where('entityId', '=', data ?? '')
      .execute()
    const after = expect.objectContaining({ fileName: '方案 V2.0.pdf', sha256: contentHashOf('内容') })
    expect(events).toEqual([{ actorName: 'EDC', tenantId, call: fileUpload.path, after }])
  })

  it('belongs to the platform and has a generic type by default, and may be empty', async () => {
    expect(await upload({ fileName: 'empty' }, '')).toMatchObject({ code: codes.ok })
    expect(await added()).toMatchObject([{ tenantId: '0', contentType: 'application/octet-stream', size: 0 }])
  })

  it.each([
    '访视.csv',
    'مريض.xlsx',
    '😀👩🏽‍⚕️.png',
    'l’été (1) [x] #5%.txt',
    '.gitignore',
    'console.log',
    'ｆｕｌｌ.txt',
  ])('keeps the file name %s unchanged', async (fileName) => {
    expect(await upload({ fileName })).toMatchObject({ code: codes.ok })
    expect((await added()).map((file) => file.fileName)).toEqual([fileName])
  })

  it('normalises a decomposed file name to composed characters', async () => {
    await upload({ fileName: 'e\u0301te\u0301.txt' })
    expect((await added()).map(({ fileName }) => fileName)).toEqual(['\u00e9t\u00e9.txt'])
  })
})

describe('an upload by the same idempotency key', () => {
  it('returns the file of the first request', async () => {
    const by = again()
    const first = await upload({ fileName: 'a.txt' }, 'x', by)
    expect(await upload({ fileName: 'a.txt' }, 'x', by)).toMatchObject({ code: codes.ok, data: first.data })
    expect(await added()).toHaveLength(1)
  })

  it('creates one file for concurrent requests and leaves no extra content', async () => {
    const by = again()
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => upload({ fileName: 'b.txt' }, 'x', by)),
    )
    expect(new Set(responses.map(({ code }) => code))).toEqual(new Set([codes.ok]))
    expect(new Set(responses.map(({ data }) => data)).size).toBe(1)
    expect(await added()).toHaveLength(1)
    expect(await underWay()).toEqual([])
  })

  it.each([
    ['content', { fileName: 'c.txt' }, 'y'],
    ['name', { fileName: 'd.txt' }, 'x'],
  ])('is rejected with another %s', async (_what, input, content) => {
    const by = again()
    await upload({ fileName: 'c.txt' }, 'x', by)
    expect(await upload(input, content, by)).toMatchObject({
      code: codes.conflict,
      message: '该幂等键已用于保存另一个文件',
    })
  })

  it('is accepted for another product, because each product has its own keys', async () => {
    const other = await linkedProduct(suite.database, 'RTSM')
    const idempotencyKey = crypto.randomUUID()
    await upload({ fileName: 'e.txt' }, 'x', again(idempotencyKey))
    const sign: TestProduct['sign'] = (call) => other.sign({ ...call, idempotencyKey })
    expect(await upload({ fileName: 'f.txt' }, 'y', { sign })).toMatchObject({ code: codes.ok })
    expect(await added()).toHaveLength(2)
  })
})

describe('an invalid upload', () => {
  afterAll(async () => expect(await underWay()).toEqual([]))

  it.each([
    '../../etc/passwd',
    '..',
    '.',
    'a/b',
    'a\\b',
    'C:x',
    'a\0.txt',
    'a\n.txt',
    'photo\u202egpj.exe',
    'a\u2066b',
    'x'.repeat(300),
    'CON',
    'nul.txt',
    'Com1.log',
    'a?.txt',
    'a"b',
    'end.',
    '\u200b',
    ' ',
  ])('is rejected for the name %j, with an error at the field', async (fileName) => {
    const { code, errors = [] } = await upload({ fileName })
    expect(code).toBe(codes.invalid)
    expect(new Set(errors.map(({ field }) => field))).toEqual(new Set(['fileName']))
    expect(await added()).toEqual([])
  })

  it('is rejected for an invalid type', async () => {
    for (const contentType of ['text', 'text/html\r\nx: y', 'text/html; charset=utf-8'])
      expect(await upload({ fileName: 'a', contentType })).toMatchObject({
        errors: [{ field: 'contentType' }],
      })
  })

  it('is rejected for an unknown tenant, with the same error as for a tenant without a domain of the product', async () => {
    const responses = []
    for (const tenantId of [crypto.randomUUID(), suite.there.tenantId])
      responses.push(await upload({ fileName: 'a', tenantId }))
    expect(responses[0]).toMatchObject({ code: codes.invalid, errors: [{ field: 'tenantId' }] })
    expect(responses[1]).toEqual(responses[0])
  })

  it('is rejected for content that differs from the signed content', async () => {
    const sign: TestProduct['sign'] = (call) => product.sign({ ...call, body: 'other' })
    expect(await upload({ fileName: 'a' }, 'x', { sign })).toMatchObject({ code: codes.noSession })
    expect(await added()).toEqual([])
  })
})

/** Sends an upload in pieces. */
const begin = (content: string, headers: Record<string, string | number> = {}) => {
  const path = '/api/base/file/upload?fileName=slow.txt'
  const sending = request(`${server.api.replace(/\/api$/, '')}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      ...product.sign({ method: 'POST', path, body: content }),
      ...headers,
    },
  })
  const status = once(sending, 'response').then(([response]) => {
    response.resume()
    return response.statusCode as number
  })
  status.catch(() => undefined)
  return { sending, status }
}

const until = async (happened: () => Promise<boolean>) => {
  while (!(await happened())) await pause(10)
}

describe('an upload in pieces', () => {
  it('is accepted when the pieces arrive slowly', async () => {
    const { sending, status } = begin('xyz')
    for (const piece of 'xyz') {
      sending.write(piece)
      await pause(20)
    }
    sending.end()
    expect(await status).toBe(200)
    expect(await added()).toMatchObject([{ fileName: 'slow.txt', size: 3 }])
  })

  it('is rejected by its declared length before the content arrives', async () => {
    const content = 'x'.repeat(fileLimit + 1)
    const { sending, status } = begin(content, { 'content-length': content.length })
    sending.flushHeaders()
    expect(await status).toBe(413)
    sending.destroy()
    expect(await added()).toEqual([])
  })

  it('is rejected once it exceeds the limit, if it declares no length', async () => {
    const content = 'x'.repeat(fileLimit + 1)
    const { sending, status } = begin(content, { 'transfer-encoding': 'chunked' })
    sending.write(content)
    expect(await status).toBe(413)
    sending.destroy()
    expect(await added()).toEqual([])
    await until(async () => (await underWay()).length === 0)
  })

  it('leaves nothing behind if the connection breaks', async () => {
    const { sending } = begin('x'.repeat(50_000), { 'content-length': 50_000 })
    sending.on('error', () => undefined)
    sending.write('x'.repeat(20_000))
    await until(async () => (await underWay()).length === 1)
    const [left] = await underWay()
    sending.destroy()
    await until(async () => (await underWay()).length === 0)
    expect(await added()).toEqual([])
    await expect(testFiles().get(left?.contentKey ?? '')).rejects.toThrow('the file does not exist')
  })
})

it('sweeps uploads that a killed process left in the store after a day, and keeps all other files', async () => {
  const { owner } = suite.database
  const services = testServices(suite.database)
  await upload({ fileName: 'kept.txt' }, 'kept')
  const [kept] = await added()
  const left = { old: newKey(), young: newKey() }
  async function* bytes() {
    yield Buffer.from('left')
  }
  for (const key of Object.values(left)) await services.files.put(key, bytes())
  const begunAt = sql<Date>`now() - interval '25 hours'`
  await owner.insertInto('fileUpload').values({ contentKey: left.old, begunAt }).execute()
  await owner.insertInto('fileUpload').values({ contentKey: left.young }).execute()
  await sweepUploads(services)
  expect((await underWay()).map(({ contentKey }) => contentKey)).toEqual([left.young])
  await expect(services.files.get(left.old)).rejects.toThrow('the file does not exist')
  expect(await storedContent(left.young)).toBe('left')
  expect(await storedContent(kept?.contentKey ?? '')).toBe('kept')
  await owner.deleteFrom('fileUpload').execute()
})
