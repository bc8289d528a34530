import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { codes, domainInit, domainSave, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { linkedProduct, type Suite, startSuite, testApp } from '../../../app/test-kit/index.ts'
import { type Reachable, send } from '../../identity/sign-in/test-kit/index.ts'

interface Asked {
  readonly path: string | undefined
  readonly idempotencyKey: string | string[] | undefined
  readonly body: unknown
}

let suite: Suite
let apiUrl: string
let asked: Asked[] = []
/** Writes the product's response. */
let result: (response: ServerResponse) => void | Promise<void>

const product = createServer(async (request, response) => {
  const body = JSON.parse(await text(request))
  asked.push({ path: request.url, idempotencyKey: request.headers['idempotency-key'], body })
  await result(response)
})

beforeAll(async () => {
  suite = await startSuite()
  await linkedProduct(suite.database, 'EDC')
  product.listen(0, '127.0.0.1')
  await once(product, 'listening')
  apiUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}/edc`
})

afterAll(async () => {
  product.closeAllConnections()
  product.close()
  await suite.close()
})

const says = (code: number, message: string) => (response: ServerResponse) =>
  void response.end(JSON.stringify({ code, message }))

beforeEach(() => {
  asked = []
  result = says(200, '已就绪')
})

let count = 0

const add = async (more: object = {}): Promise<string> => {
  const url = 'https://edc.example.com'
  const { tenantId } = suite.here
  const urlName = `域名${++count}`
  const input = { tenantId, softwareId: softwareCodes.edc, urlName, url, mobileUrl: url, apiUrl, ...more }
  return String((await send(suite.server, domainSave, input, suite.admin)).data)
}

const initialise = (id: string, server: Reachable = suite.server) =>
  send(server, domainInit, { id }, suite.admin)

const rowOf = (id: string) =>
  suite.database.owner.selectFrom('tenantUrl').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('initialising a system', () => {
  it('calls the product, shows its message and stores the time', async () => {
    const id = await add()
    expect(await initialise(id)).toMatchObject({
      code: codes.ok,
      message: '初始化系统成功',
      data: { message: '已就绪' },
    })
    const body = { tenantId: suite.here.tenantId, tenantUrlId: id, tenantName: expect.any(String) }
    expect(asked).toEqual([{ path: '/edc/atrium/init', idempotencyKey: id, body }])
    expect(await rowOf(id)).toMatchObject({
      initStartedAt: null,
      initialisedAt: expect.any(Date),
      rowVersion: 1,
    })
    const event = await suite.database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .where('entityId', '=', id)
      .where('call', '=', '/tenantUrl/initSoftware')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      tenantId: suite.here.tenantId,
      before: { initialisedAt: null },
      after: { initialisedAt: expect.any(String) },
    })
  })

  it('calls the product once, however many processes try concurrently, and never again after success', async () => {
    const id = await add()
    const other = await testApp(suite.database.db)
    const address = await other.listen({ host: '127.0.0.1', port: 0 })
    const servers = [suite.server, { api: `${address}/api` }]
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    result = async (response) => {
      await held
      says(200, '已就绪')(response)
    }
    const tries = Array.from({ length: 8 }, (_, index) => initialise(id, servers[index % 2]))
    // While the product keeps one call waiting, all others must be rejected.
    const rejected: unknown[] = []
    await new Promise<void>((resolve) => {
      for (const tried of tries)
        void tried.then((one) => rejected.push(one) === tries.length - 1 && resolve())
    })
    for (const rejection of rejected)
      expect(rejection).toMatchObject({ code: codes.conflict, message: '正在初始化，请稍后刷新查看结果' })
    release?.()
    const results = await Promise.all(tries)
    expect(results.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(await initialise(id)).toMatchObject({
      code: codes.conflict,
      message: '该域名已于此前完成初始化，请刷新查看',
    })
    expect(asked).toHaveLength(1)
    await other.close()
  })

  it('shows the product’s reason, and can be retried immediately', async () => {
    const id = await add()
    result = says(500, '许可已过期')
    expect(await initialise(id)).toMatchObject({
      code: codes.productFailed,
      message: '该系统未能处理：许可已过期',
      data: null,
    })
    result = (response) => void response.destroy()
    expect(await initialise(id)).toMatchObject({ code: codes.productFailed })
    expect(await rowOf(id)).toMatchObject({ initStartedAt: null, initialisedAt: null })
    result = says(200, '')
    expect(await initialise(id)).toMatchObject({ code: codes.ok, data: { message: '' } })
    // For the product, these are attempts of one operation.
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([id]))
  })

  it('keeps no transaction open while the product works', async () => {
    const id = await add()
    let idle = 1
    result = async (response) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(
        suite.database.owner,
      )
      idle = rows[0]?.count ?? 1
      says(200, '已就绪')(response)
    }
    expect(await initialise(id)).toMatchObject({ code: codes.ok })
    expect(idle).toBe(0)
  })

  it('can be started again one minute after the server was killed, but not earlier', async () => {
    const id = await add()
    const begun = (seconds: number) =>
      suite.database.owner
        .updateTable('tenantUrl')
        .set({ initStartedAt: new Date(Date.now() - seconds * 1000) })
        .where('id', '=', id)
        .execute()
    await begun(30)
    expect(await initialise(id)).toMatchObject({ code: codes.conflict })
    await begun(61)
    expect(await initialise(id)).toMatchObject({ code: codes.ok })
  })

  it('is rejected and not stored if the URL changed meanwhile', async () => {
    const id = await add()
    result = async (response) => {
      const { owner } = suite.database
      await owner
        .updateTable('tenantUrl')
        .set({ apiUrl: 'https://new.example.com', initStartedAt: null })
        .where('id', '=', id)
        .execute()
      says(200, '已就绪')(response)
    }
    expect(await initialise(id)).toMatchObject({ code: codes.conflict })
    expect(await rowOf(id)).toMatchObject({ initialisedAt: null })
  })

  it('requires a URL of the product, and a key for the signature', async () => {
    const without = await add({ apiUrl: '' })
    expect(await initialise(without)).toMatchObject({
      code: codes.conflict,
      message: '请先填写该域名的接口地址，再初始化系统',
    })
    const keyless = await add({ softwareId: softwareCodes.etmf })
    expect(await initialise(keyless)).toMatchObject({
      code: codes.productFailed,
      message: '该系统尚未设置应用密钥，请先在软件管理中设置',
    })
    expect(await initialise('nobody')).toMatchObject({ code: codes.notFound })
    expect(asked).toEqual([])
  })
})
