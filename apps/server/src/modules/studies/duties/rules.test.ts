import {
  builtInDuty,
  type Call,
  codes,
  dutyDelete,
  dutyList,
  dutySave,
  globalTenantId,
  type InputOf,
  softwareCodes,
  tenantDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

beforeEach(() => suite.database.owner.deleteFrom('roleConflict').execute())

const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = suite.here) =>
  send(suite.server, made, input, sender)

const cra = { softwareId: softwareCodes.edc, roleId: 'CRA', roleName: '监查员' }
const pm = {
  otherSoftwareId: softwareCodes.ctms,
  otherRoleId: 'PM',
  otherRoleName: '{"chs":"项目经理","en":"Project manager"}',
}

const rule = (more: Partial<InputOf<typeof dutySave>> = {}): InputOf<typeof dutySave> => ({
  tenantId: suite.here.tenantId,
  ...cra,
  ...pm,
  reason: '监查与管理分离',
  ...more,
})

/** The same pair, from the other side. */
const turned = {
  ...{ softwareId: pm.otherSoftwareId, roleId: pm.otherRoleId },
  ...{ otherSoftwareId: cra.softwareId, otherRoleId: cra.roleId },
}

const save = (more?: Partial<InputOf<typeof dutySave>>, sender?: Sender) => call(dutySave, rule(more), sender)
/** Adds a rule. @returns its id */
const added = async (...rule: Parameters<typeof save>) => (await save(...rule)).data ?? ''
const list = async (tenantId = suite.here.tenantId, paging: object = {}, sender?: Sender) =>
  (await call(dutyList, { tenantId, limit: 100, ...paging }, sender)).data

describe('a rule on separation of duties', () => {
  it('is added, changed with its version, and deleted', async () => {
    const id = await added()
    expect((await list())?.list.at(-1)).toMatchObject({
      ...rule(),
      ...{ id, origin: 'tenant', rowVersion: 1 },
      softName: expect.stringContaining('EDC'),
      otherSoftName: expect.stringContaining('CTMS'),
    })
    expect((await save({ id, rowVersion: 1, reason: '改' })).data).toBe(id)
    expect(await save({ id, rowVersion: 1, reason: '再改' })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'reason', current: '改' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    expect((await call(dutyDelete, { id })).code).toBe(codes.ok)
    expect((await list())?.list.map((row) => row.id)).toEqual([builtInDuty])
    expect((await call(dutyDelete, { id })).code).toBe(codes.notFound)
  })

  it('is audited with its roles and reason', async () => {
    const id = await added()
    const [event] = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['entity', 'tenantId', 'after'])
      .where('entityId', '=', id)
      .execute()
    const { tenantId, ...after } = rule()
    expect(event).toMatchObject({ entity: 'role_conflict', tenantId, after })
  })

  it('exists once per tenant, in either order of its roles', async () => {
    const id = await added()
    const taken = {
      code: codes.invalid,
      errors: [{ field: 'otherRoleId', message: expect.stringContaining('已有') }],
    }
    expect(await save()).toMatchObject(taken)
    expect(await save(turned)).toMatchObject(taken)
    expect((await save({ ...turned, id })).code).toBe(codes.ok)
    expect((await save({ tenantId: suite.there.tenantId }, suite.there)).code).toBe(codes.ok)
  })

  it('needs a reason, two different roles and known products', async () => {
    const rejected = async (more: object) => (await save(more)).errors?.map(({ field }) => field)
    expect(await rejected({ reason: ' ' })).toEqual(['reason'])
    expect(await rejected({ otherSoftwareId: cra.softwareId, otherRoleId: cra.roleId })).toEqual([
      'otherRoleId',
    ])
    expect(await rejected({ softwareId: 'none', otherSoftwareId: 'nobody' })).toEqual([
      'softwareId',
      'otherSoftwareId',
    ])
    // Two products may use the same id for different roles.
    expect(await rejected({ otherRoleId: cra.roleId })).toBeUndefined()
  })

  it('is added only once by two concurrent calls', async () => {
    const tries = await Promise.all([save(), save(turned)])
    expect(tries.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid].toSorted())
  })

  it('does not exist for another tenant, and stays in its own', async () => {
    const id = await added()
    const { there } = suite
    expect((await save({ id }, there)).code).toBe(codes.notFound)
    expect((await save({ id, tenantId: there.tenantId }, there)).code).toBe(codes.notFound)
    expect((await save({}, there)).code).toBe(codes.notFound)
    expect((await call(dutyDelete, { id }, there)).code).toBe(codes.notFound)
    expect(await list(suite.here.tenantId, {}, there)).toBeNull()
    expect(await save({ id, tenantId: there.tenantId }, suite.admin)).toMatchObject({
      errors: [{ field: 'tenantId' }],
    })
  })

  it('keeps its tenant from being deleted', async () => {
    const { owner } = suite.database
    const names = { tenantName: '职责租户', tenantCode: 'DUTY', abbr: 'D', categoryId: '' }
    await owner
      .insertInto('tenant')
      .values({ id: 'duty', ...names })
      .execute()
    await save({ tenantId: 'duty' }, suite.admin)
    expect(await call(tenantDelete, { id: 'duty' }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 条职责分离规则'),
    })
  })
})

describe('a rule of the platform', () => {
  it('is listed in every tenant before the tenant’s own, which cannot change it', async () => {
    await save()
    const id = await added({ tenantId: globalTenantId }, suite.admin)
    expect((await list())?.list.map(({ origin }) => origin)).toEqual(['builtIn', 'platform', 'tenant'])
    expect((await list(globalTenantId))?.list.map(({ origin }) => origin)).toEqual(['builtIn', 'platform'])
    for (const tenantId of [globalTenantId, suite.here.tenantId])
      expect((await save({ id, tenantId })).code).toBe(codes.forbidden)
    expect((await save({ tenantId: globalTenantId })).code).toBe(codes.forbidden)
    expect((await call(dutyDelete, { id })).code).toBe(codes.forbidden)
    expect((await call(dutyDelete, { id }, suite.admin)).code).toBe(codes.ok)
  })
})

it('lists the rules page by page, the built-in one first', async () => {
  for (let number = 1; number <= 4; number += 1) await save({ roleId: `R${number}` })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(suite.here.tenantId, { limit: 2, page })))
  expect(pages.map((page) => page?.list.map(({ origin, roleId }) => roleId || origin))).toEqual([
    ['builtIn', 'R4'],
    ['R3', 'R2'],
    ['R1'],
    [],
  ])
  expect(pages.map((page) => page?.totalCount)).toEqual([5, 5, 5, 5])
})
