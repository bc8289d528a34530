import { codes, defaultPin, globalTenantId, pinSettings, pinSettingsSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Person, type Suite, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { tenantAdministrator } from '../../access/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

/** Signs in the administrator of a new tenant without saved settings. */
const someone = () => signedInMember(suite.database, tenantAdministrator.id)

const read = (person: Person, id: string) => send(suite.server, pinSettings, { id }, person)
const save = (person: Person, id: string, change: object = {}) =>
  send(suite.server, pinSettingsSave, { id, ...defaultPin, ...change }, person)

describe('the PIN settings of a tenant', () => {
  it('have default values until they are saved', async () => {
    const { tenantId } = suite.here
    for (const person of [suite.here, suite.admin])
      expect((await read(person, tenantId)).data).toEqual({ id: tenantId, ...defaultPin, rowVersion: 0 })
  })

  it('are saved for the given tenant and audited', async () => {
    const person = await someone()
    const { tenantId } = person
    const first = { pinRule: 3, pinLength: 8, pinNoticeType: 2, pinDuration: 0 }
    expect(await save(person, tenantId, { ...first, rowVersion: 0 })).toMatchObject({ code: codes.ok })
    expect((await read(person, tenantId)).data).toEqual({ id: tenantId, ...first, rowVersion: 1 })
    expect(await save(suite.admin, tenantId, { ...first, pinLength: '7' })).toMatchObject({ code: codes.ok })
    expect((await read(person, tenantId)).data).toMatchObject({ pinLength: 7, rowVersion: 2 })
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entityId', 'before', 'after'])
      .where('entity', '=', 'tenant_pin')
      .orderBy('sequence')
      .execute()
    expect(events).toMatchObject([
      { tenantId, entityId: tenantId, before: null, after: { ...first, rowVersion: 1 } },
      { tenantId, entityId: tenantId, before: { pinLength: 8 }, after: { pinLength: 7 } },
    ])
    expect((await read(suite.there, suite.there.tenantId)).data).toMatchObject({ rowVersion: 0 })
  })

  it.each([
    [{ pinLength: '' }, 'pinLength', '请输入PIN 码长度！'],
    [{ pinLength: 5 }, 'pinLength', 'PIN 码长度必须是 6 到 8 的整数'],
    [{ pinLength: 9 }, 'pinLength', 'PIN 码长度必须是 6 到 8 的整数'],
    [{ pinLength: '6.5' }, 'pinLength', 'PIN 码长度必须是 6 到 8 的整数'],
    [{ pinDuration: '' }, 'pinDuration', '请输入有效时长（分钟）！'],
    [{ pinDuration: -1 }, 'pinDuration', '有效时长（分钟）必须是 0 到 525600 的整数'],
    [{ pinDuration: 525_601 }, 'pinDuration', '有效时长（分钟）必须是 0 到 525600 的整数'],
    [{ pinRule: 4 }, 'pinRule', 'PIN 码规则不在可选范围内'],
    [{ pinNoticeType: 0 }, 'pinNoticeType', '通知方式不在可选范围内'],
  ])('rejects %p', async (change, field, message) => {
    expect(await save(suite.here, suite.here.tenantId, change)).toMatchObject({
      code: codes.invalid,
      errors: [{ field, message }],
    })
    expect((await read(suite.here, suite.here.tenantId)).data).toMatchObject({ rowVersion: 0 })
  })

  it('reject a stale save, even the first one', async () => {
    const person = await someone()
    const { tenantId } = person
    const saves = [6, 7, 8].map((pinLength) => save(person, tenantId, { pinLength, rowVersion: 0 }))
    const responses = await Promise.all(saves)
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.conflict, codes.conflict])
    await save(person, tenantId, { pinDuration: 5, rowVersion: 1 })
    expect(await save(person, tenantId, { pinDuration: 10, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'pinDuration', current: 5 },
        { field: 'rowVersion', current: 2 },
      ],
    })
  })

  it('are not found for the platform, an unknown tenant or another tenant', async () => {
    for (const person of [suite.here, suite.admin]) {
      for (const id of [globalTenantId, 'nobody']) {
        expect(await read(person, id)).toMatchObject({ code: codes.notFound })
        expect(await save(person, id)).toMatchObject({ code: codes.notFound })
      }
    }
    expect(await save(suite.here, suite.there.tenantId)).toMatchObject({ code: codes.notFound })
  })

  it('are deleted with their tenant', async () => {
    const { owner } = suite.database
    const names = { tenantName: '待删', tenantCode: 'gone', abbr: 'G', categoryId: '' }
    await owner
      .insertInto('tenant')
      .values({ id: 'gone', ...names })
      .execute()
    await save(suite.admin, 'gone')
    await owner.deleteFrom('tenant').where('id', '=', 'gone').execute()
    expect(await owner.selectFrom('tenantPin').selectAll().where('tenantId', '=', 'gone').execute()).toEqual(
      [],
    )
  })
})
