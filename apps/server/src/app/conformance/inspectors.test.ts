import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  accessList,
  accessWhy,
  allCalls,
  auditEvent,
  auditExport,
  auditList,
  type Call,
  codes,
  inspectionClose,
  inspectionDecide,
  inspectionFile,
  inspectionList,
  inspectionLooks,
  inspectionOpen,
  inspectorMenus,
  isForInspectors,
  ownInspection,
  softwareCodes,
  trailReviewInfo,
  trailReviewList,
  updateSelf,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { uuidv7 } from 'uuidv7'
import { testServices } from '../../../test-support/services.ts'
import { platformAdministrator, tenantAdministrator } from '../../modules/access/index.ts'
import { dayFromNow } from '../../modules/access/test-kit/index.ts'
import { messagesTo, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { endInspections } from '../../modules/inspections/index.ts'
import { addDomain, addLinkedStudy } from '../../modules/products/licences/test-kit/index.ts'
import { verifyInspectionFile } from '../../platform/audit/verify-inspection-file.ts'
import { beginSession } from '../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import { type Person, type Suite, startSuite } from '../test-kit/index.ts'
import { addForeignTenant, type TenantThings } from './foreign-tenant.ts'
import { addStudy, inspection } from './inspection-mutations.ts'
import { inEachIdField, restOf } from './probes.ts'
import { trailReview } from './trail-review-mutations.ts'

jest.setTimeout(180_000)

let suite: Suite
/** A tenant with rows of every kind, whose texts contain its mark. */
let others: TenantThings
/** Administrator of that tenant. */
let administrator: Person
/** The only study that the inspector reads. */
let studyId: string
let inspectionId: string
let inspector: Person

const owner = () => suite.database.owner

async function sessionOf(userId: string): Promise<Person> {
  const client = { address: '192.0.2.3', userAgent: 'test' }
  const token = await inTransaction(suite.database.db, asSystem, (trx) => beginSession(trx, userId, client))
  return { userId, token }
}

const input = (more: object = {}) => ({
  ...inspection(others.ids.tenant, [studyId]),
  ...{ accessFrom: dayFromNow(0), accessUntil: dayFromNow(30) },
  ...more,
})

async function open(more: object = {}) {
  const { data, message } = await send(suite.server, inspectionOpen, input(more), suite.admin)
  if (!data) throw new Error(message)
  const row = await owner()
    .selectFrom('inspection')
    .selectAll()
    .where('id', '=', data)
    .executeTakeFirstOrThrow()
  return { id: data, userId: row.userId, email: row.email }
}

/** Adds an event about one study. */
async function addEvent(tenantId: string, of: string, entity: string): Promise<void> {
  const id = `${entity}-${of}`
  await owner()
    .insertInto('auditEvent')
    .values({
      tenantId,
      id,
      call: '/study/save',
      entity,
      entityId: of,
      studyId: of,
      subjects: null,
      actorId: null,
    })
    .execute()
}

beforeAll(async () => {
  suite = await startSuite()
  others = await addForeignTenant(suite.database)
  const { tenant: tenantId, user, study } = others.ids
  await owner()
    .updateTable('tenant')
    .set({ tenantName: '检查租户', abbr: '检查' })
    .where('id', '=', tenantId)
    .execute()
  administrator = await sessionOf(user)
  studyId = await addStudy(suite.database, tenantId)
  for (const id of [studyId, study]) await addEvent(tenantId, id, 'study')
  for (const id of [studyId, study])
    await owner()
      .insertInto('trailReview')
      .values({ ...trailReview(tenantId), id: `review-${id}`, studyId: id })
      .execute()
  const opened = await open()
  inspectionId = opened.id
  inspector = await sessionOf(opened.userId)
})

afterAll(() => suite.close())

const guarded = allCalls.filter(({ access }) => access.kind === 'session' || access.kind === 'menus')

describe('the account of an inspector', () => {
  it('gets its password by mail and has only the menus of an inspector', async () => {
    const { email } = await open({ inspectorName: '张检查' })
    expect((await messagesTo(suite.database, email)).map(({ template }) => template)).toEqual(['newAccount'])
    const { data } = await send(suite.server, userInfo, {}, inspector)
    expect(data?.inspection).toEqual({ authority: '药品监督管理局', inspectorName: '何检查' })
    expect(data?.menuList.flatMap(({ list }) => list)).toHaveLength(inspectorMenus.length)
    const { data: own } = await send(suite.server, ownInspection, {}, inspector)
    expect(own).toMatchObject({ state: 'current', unblinding: 'none', studies: [{ id: studyId }] })
  })

  it('makes no call that changes something, except its own session and copies', async () => {
    const allowed: string[] = []
    for (const call of guarded.filter(({ effect }) => effect === 'write')) {
      // Without the fields of the call, an allowed one is rejected later. Signing out would end the test.
      if (call.path === '/sys/logout') continue
      const { code } = await send(suite.server, call, {}, inspector)
      if (code !== codes.forbidden) allowed.push(call.path)
    }
    expect(allowed.toSorted()).toEqual([
      ...['/access/export', '/accessReview/export', '/audit/export', '/sys/user/password'],
      ...['/sys/user/update/self', '/trailReview/export', '/unblinding/export'],
    ])
  })

  it('makes no such call either after it was granted a role', async () => {
    const { userId } = inspector
    await owner()
      .updateTable('appUser')
      .set({ roleId: platformAdministrator.id })
      .where('id', '=', userId)
      .execute()
    await owner()
      .insertInto('tenantUser')
      .values({ tenantId: others.ids.tenant, id: 'member', userId, roleId: tenantAdministrator.id })
      .execute()
    for (const call of guarded.filter(({ effect, form }) => effect === 'write' && form !== 'download')) {
      if (/^\/sys\/(logout|user\/password|user\/update\/self)$/.test(call.path)) continue
      expect({ path: call.path, ...(await send(suite.server, call, {}, inspector)) }).toMatchObject({
        code: codes.forbidden,
      })
    }
    await owner().deleteFrom('tenantUser').where('id', '=', 'member').execute()
    await owner().updateTable('appUser').set({ roleId: null }).where('id', '=', userId).execute()
  })

  it('changes its language, and nothing else of itself', async () => {
    const update = (fields: object) => send(suite.server, updateSelf, fields, inspector)
    expect(await update({ fullName: '别人' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'fullName' }],
    })
    expect(await update({ language: 'zh' })).toMatchObject({ code: codes.ok })
  })

  it('reads nothing of another study, whatever it asks for, where the administrator reads it', async () => {
    const { tenant: tenantId } = others.ids
    // The tenant's own id has the mark too.
    const isShown = async (call: Call, asked: object, person: Person) => {
      const { data = null } = await send(suite.server, call, asked, person)
      return JSON.stringify(data).replaceAll(tenantId, '').includes(others.mark)
    }
    const shown: string[] = []
    for (const call of guarded.filter(({ effect }) => effect === 'read')) {
      const rest = { ...(await restOf(suite, call, others)), limit: 100 }
      const ofTenant = { ...rest, tenantId }
      const fields = isForInspectors(call) ? inEachIdField(call, ofTenant, others, true) : []
      const probes = fields.flatMap((field) => field.probes.map((probe) => probe.input))
      for (const asked of [rest, ofTenant, ...probes])
        if (await isShown(call, asked, inspector)) shown.push(`${call.path} ${JSON.stringify(asked)}`)
    }
    expect(shown).toEqual([])
    for (const call of [auditList, accessList, trailReviewList])
      expect(await isShown(call, { tenantId, limit: 100 }, administrator)).toBe(true)
  })

  it('reads events and reviews of its study', async () => {
    const tenantId = others.ids.tenant
    const events = await send(suite.server, auditList, { tenantId }, inspector)
    expect(events.data?.list.map(({ studyName }) => studyName)).toContain(studyId)
    const reviews = await send(suite.server, trailReviewList, { tenantId }, inspector)
    expect(reviews.data?.list).toMatchObject([{ id: `review-${studyId}`, mayReview: false }])
  })
})

describe('a look of an inspector', () => {
  it('is recorded in the trail with filters and rows, before the inspector sees anything', async () => {
    const filters = { tenantId: others.ids.tenant, studyId, entity: 'study' }
    await send(suite.server, auditList, filters, inspector)
    const { data } = await send(suite.server, inspectionLooks, { inspectionId }, administrator)
    expect(data?.list[0]).toMatchObject({
      ...{ act: '审计追踪：操作记录列表', studyNames: studyId, filters: '对象类型: 研究', rows: 1 },
    })
    const listed = await send(suite.server, inspectionList, { tenantId: others.ids.tenant }, administrator)
    expect(listed.data?.list.find(({ id }) => id === inspectionId)?.lastLook).toBe(data?.list[0]?.time)
    const own = await send(
      suite.server,
      auditList,
      { ...filters, studyId: '', entity: 'inspection_look' },
      inspector,
    )
    expect(own.data?.list).toEqual([])
  })
})

describe('the looks of an inspector', () => {
  it('name the reviews and events that were read', async () => {
    await send(suite.server, trailReviewInfo, { id: `review-${studyId}` }, inspector)
    await send(suite.server, auditEvent, { id: `study-${studyId}` }, inspector)
    const { data } = await send(suite.server, inspectionLooks, { inspectionId }, administrator)
    expect(data?.list.slice(0, 2).map(({ filters }) => filters)).toEqual([
      '操作: 保存研究',
      expect.stringMatching(/^审计追踪复核: 季度复核/),
    ])
  })
})

describe('an explanation of the access of an inspector', () => {
  it('says who opened the inspection and why, and rejects other studies', async () => {
    const { tenant: tenantId, study } = others.ids
    const asked = { userId: inspector.userId, target: 'screen:auditTrail', tenantId }
    const own = await send(suite.server, accessWhy, { ...asked, studyId }, suite.admin)
    expect(own.data).toMatchObject({
      verdict: 'allowed',
      steps: [
        { rule: 'account' },
        {
          rule: 'inspection',
          accessFrom: dayFromNow(0),
          grantedBy: expect.stringMatching(/./),
          reason: input().purpose,
        },
        { rule: 'study', finding: 'met' },
      ],
    })
    const other = await send(suite.server, accessWhy, { ...asked, studyId: study }, suite.admin)
    expect(other.data).toMatchObject({ verdict: 'rejected' })
    expect(other.data?.steps.at(-1)).toMatchObject({ rule: 'study', finding: 'lacking' })
    const target = `product:${softwareCodes.edc}`
    const product = await send(suite.server, accessWhy, { ...asked, target }, suite.admin)
    expect(product.data?.steps).toMatchObject([
      { rule: 'account', finding: 'met' },
      { rule: 'inspection', finding: 'lacking' },
    ])
  })
})

describe('opening an inspection', () => {
  it.each([
    [{ accessUntil: '' }, 'accessUntil'],
    [{ accessFrom: '2020-01-01' }, 'accessFrom'],
    [{ studyIds: [] }, 'studyIds'],
    [{ studyIds: ['nobody-has-it'] }, 'studyIds'],
    [{ email: 'nobody' }, 'email'],
    [{ authority: ' ' }, 'authority'],
    [{ purpose: '' }, 'purpose'],
  ])('rejects %j', async (more, field) => {
    const response = await send(suite.server, inspectionOpen, input(more), administrator)
    expect(response).toMatchObject({ code: codes.invalid, errors: [{ field }] })
  })

  it('rejects the address of anybody else, and a second open inspection of the same person', async () => {
    const email = 'verified@hospital.example'
    const key = { email, emailKey: email, emailValid: 0 }
    await owner().updateTable('appUser').set(key).where('id', '=', suite.guest.userId).execute()
    const taken = await send(suite.server, inspectionOpen, input({ email }), administrator)
    expect(taken).toMatchObject({ code: codes.invalid, errors: [{ field: 'email' }] })
    const first = await open()
    const again = await send(suite.server, inspectionOpen, input({ email: first.email }), administrator)
    expect(again).toMatchObject({
      code: codes.invalid,
      errors: [{ message: expect.stringContaining('尚未关闭') }],
    })
  })
})

describe('an inspection', () => {
  it('signs its inspector out when it is closed, and uses the account again when it is opened again', async () => {
    const { id, userId, email } = await open()
    const { token } = await sessionOf(userId)
    expect(await send(suite.server, inspectionClose, { id }, administrator)).toMatchObject({ code: codes.ok })
    expect((await send(suite.server, ownInspection, {}, { token })).code).toBe(codes.sessionEnded)
    expect((await send(suite.server, inspectionClose, { id }, administrator)).code).toBe(codes.conflict)
    expect((await open({ email })).userId).toBe(userId)
    const again = await sessionOf(userId)
    expect((await send(suite.server, ownInspection, {}, again)).data?.state).toBe('current')
  })

  it('shows nothing after its last day, and ends by itself', async () => {
    const { id, userId } = await open()
    const { token } = await sessionOf(userId)
    await owner()
      .updateTable('inspection')
      .set({ accessUntil: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    const asked = { tenantId: others.ids.tenant }
    expect((await send(suite.server, auditList, asked, { token })).code).toBe(codes.forbidden)
    await endInspections(testServices(suite.database))
    expect((await send(suite.server, ownInspection, {}, { token })).code).toBe(codes.sessionEnded)
    const { data } = await send(suite.server, inspectionList, { ...asked, state: 'ended' }, administrator)
    expect(data?.list).toMatchObject([{ id, state: 'ended', closerName: '' }])
  })

  it('is blinded until a second person approves unblinding', async () => {
    const { id } = await open({ unblindingReason: '核对紧急揭盲' })
    const decide = (person: Person) =>
      send(suite.server, inspectionDecide, { id, isApproved: true, decisionReason: '同意' }, person)
    const stateOf = async () =>
      (await owner().selectFrom('inspection').select('unblinding').where('id', '=', id).executeTakeFirst())
        ?.unblinding
    expect((await decide(suite.admin)).code).toBe(codes.forbidden)
    expect(await stateOf()).toBe('requested')
    expect((await decide(administrator)).code).toBe(codes.ok)
    expect(await stateOf()).toBe('approved')
    expect((await decide(administrator)).code).toBe(codes.conflict)
  })
})

describe('a copy that an inspector takes', () => {
  it('names the inspector in each row, and is never of sealed lines', async () => {
    const exportAs = async (format: 'csv' | 'jsonl') => {
      const headers = { authorization: inspector.token, 'content-type': 'application/json', language: 'zh' }
      const body = JSON.stringify({ tenantId: others.ids.tenant, format })
      const response = await fetch(`${suite.server.api}${auditExport.path}`, {
        method: 'POST',
        headers,
        body,
      })
      return await response.text()
    }
    expect(await exportAs('csv')).toMatch(/药品监督管理局 何检查，检查专用/)
    expect(JSON.parse(await exportAs('jsonl'))).toMatchObject({ code: codes.forbidden })
  })
})

describe('an inspection file', () => {
  let folder: string
  let id: string

  const make = (person: Person, days: object = {}) =>
    fetch(`${suite.server.api}${inspectionFile.path}`, {
      method: 'POST',
      headers: { authorization: person.token, 'content-type': 'application/json', language: 'zh' },
      body: JSON.stringify({ id, ...days }),
    })

  /** Makes a file, verifies it, and returns its facts. */
  const factsOf = async (person: Person, days: object = {}) => {
    const file = await (await make(person, days)).text()
    const path = join(folder, 'file.html')
    await writeFile(path, file)
    expect(await verifyInspectionFile(path)).toMatchObject({ faults: [] })
    const [, part = ''] = /id="part-facts">([^<]*)</.exec(file) ?? []
    return JSON.parse(gunzipSync(Buffer.from(part, 'base64')).toString())
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-inspectors-'))
    id = (await open()).id
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('has the records of the inspection until now, blinded until unblinding was approved', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format()
    expect(await factsOf(administrator)).toMatchObject({
      ...{ inspector: '药品监督管理局 何检查', isUnblinded: false, tenantId: others.ids.tenant },
      ...{ studyIds: [studyId], from: today, until: today },
    })
    await owner().updateTable('inspection').set({ unblinding: 'approved' }).where('id', '=', id).execute()
    expect(await factsOf(administrator, { startTime: '2026-01-01' })).toMatchObject({
      ...{ isUnblinded: true, from: '2026-01-01', until: today },
    })
  })

  it('is recorded once with its number of events', async () => {
    await factsOf(administrator)
    const last = await owner()
      .selectFrom('auditEvent')
      .select(['tenantId', 'actorId', 'after'])
      .where('entity', '=', 'inspection_file')
      .orderBy('sequence', 'desc')
      .execute()
    expect(last).toHaveLength(3)
    expect(last[0]).toMatchObject({
      ...{ tenantId: others.ids.tenant, actorId: administrator.userId },
      after: { inspectionId: id, isUnblinded: true, count: expect.any(Number) },
    })
  })

  it('is blinded if whoever makes it is blinded in a study', async () => {
    const { tenant: tenantId, tenantUser: tenantUserId } = others.ids
    const linked = { tenantId, softwareId: softwareCodes.rtsm }
    const tenantUrlId = await addDomain(owner(), linked)
    const studyUrlId = await addLinkedStudy(owner(), { ...linked, tenantUrlId, studyId: uuidv7() })
    const roles = [{ roleId: 'r', roleName: 'r', isBlind: 1, siteIds: [], stockHouseIds: [] }]
    await owner()
      .insertInto('productAuthorization')
      .values({
        ...{
          tenantId,
          id: uuidv7(),
          studyUrlId,
          tenantUserId,
          state: 'accepted',
          language: 'zh',
          batchId: 'b',
        },
        grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true }),
      })
      .execute()
    expect(await factsOf(administrator)).toMatchObject({ isUnblinded: false })
  })

  it('is rejected for people of other tenants, for inspectors and for a reversed period', async () => {
    expect(await (await make(suite.here)).json()).toMatchObject({ code: codes.notFound })
    expect(await (await make(inspector)).json()).toMatchObject({ code: codes.forbidden })
    const days = { startTime: '2026-02-01', endTime: '2026-01-01' }
    expect(await (await make(administrator, days)).json()).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'endTime' }] },
    })
  })
})
