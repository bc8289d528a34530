import { anybody, call, globalTenantId, noData, noFields } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { anonymous } from '../caller/caller.ts'
import { asPlatform } from '../database/index.ts'
import { translator } from '../texts/translator.ts'
import { handle, handleOwn, type Route } from './route.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const declare = (effect: 'read' | 'write') =>
  call({
    method: 'POST',
    path: `/test/${effect}`,
    summary: 'a test',
    access: anybody,
    effect,
    request: noFields,
    response: noData,
  })
const write = declare('write')
const read = declare('read')
const event = { entity: 'area', entityId: '1' } as const

const run = (route: Route) =>
  route.execute({
    requestId: 'test',
    input: {},
    caller: anonymous,
    as: asPlatform,
    language: 'zh',
    t: translator('zh'),
    signature: undefined,
    reason: { reason: '', reasonCode: '' },
    client: { address: '192.0.2.1', userAgent: '' },
    cookies: { read: () => undefined, write: () => {} },
    services: testServices(database),
    log: { warn: () => {} },
  })

const eventCount = async () => (await database.owner.selectFrom('auditEvent').select('id').execute()).length
const sortOf = (id: string) =>
  database.owner.selectFrom('area').select('sort').where('id', '=', id).executeTakeFirst()

const addRegion = (id: string) => ({ id, areaName: id, sort: 1, level: 1 as const })

describe('a mutation in one transaction', () => {
  it('records what it did and who did it', async () => {
    await run(
      handle(write, async ({ trx, audit }) => {
        await trx.insertInto('area').values(addRegion('AA')).execute()
        audit({ ...event, after: { areaName: 'AA' } })
        return null
      }),
    )
    expect(await sortOf('AA')).toBeDefined()
    const last = database.owner.selectFrom('auditEvent').selectAll().orderBy('sequence', 'desc')
    expect(await last.executeTakeFirst()).toMatchObject({
      call: '/test/write',
      entity: 'area',
      entityId: '1',
      tenantId: globalTenantId,
      actorId: null,
      before: null,
      after: { areaName: 'AA' },
      requestId: 'test',
    })
  })

  it('fails and is rolled back if it registers no event or two events', async () => {
    const before = await eventCount()
    const silent = handle(write, async ({ trx }) => {
      await trx.insertInto('area').values(addRegion('AB')).execute()
      return null
    })
    const talkative = handle(write, async ({ trx, audit }) => {
      await trx.insertInto('area').values(addRegion('AC')).execute()
      audit(event)
      audit(event)
      return null
    })
    await expect(run(silent)).rejects.toThrow('0 audit events instead of 1')
    await expect(run(talkative)).rejects.toThrow('two audit events')
    expect([await sortOf('AB'), await sortOf('AC'), await eventCount()]).toEqual([
      undefined,
      undefined,
      before,
    ])
  })

  it('must not register an event if it is declared as a read', async () => {
    const sly = handle(read, async ({ audit }) => {
      audit(event)
      return null
    })
    await expect(run(sly)).rejects.toThrow('1 audit events instead of 0')
  })
})

describe('a mutation of several transactions', () => {
  it('keeps what it committed before a rejection', async () => {
    const counted = handleOwn(read, async ({ system }) => {
      await system((trx) => trx.insertInto('loginFailure').values({ nameKey: 'a', address: 'b' }).execute())
      throw new Error('refused')
    })
    await expect(run(counted)).rejects.toThrow('refused')
    expect(await database.owner.selectFrom('loginFailure').select('nameKey').execute()).toHaveLength(1)
  })

  it('registers one event in total', async () => {
    const before = await eventCount()
    const twice = handleOwn(write, async ({ system }) => {
      await system(async (_trx, audit) => audit(event))
      await system(async (_trx, audit) => audit(event))
      return null
    })
    await expect(run(twice)).rejects.toThrow('2 audit events instead of 1')
    expect(await eventCount()).toBe(before + 1)
    await expect(run(handleOwn(write, async () => null))).rejects.toThrow('0 audit events instead of 1')
  })
})
