import {
  auditEvent,
  auditList,
  auditPeople,
  auditStudies,
  blinding,
  codes,
  dutySave,
  globalTenantId,
  type InputOf,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { type AuditEvent, recordAudit, sealBatches } from '../../platform/audit/index.ts'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import { type Sender, secrets, send } from '../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../products/licences/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

const list = (input: InputOf<typeof auditList>, sender: Sender = suite.here) =>
  send(suite.server, auditList, { limit: 100, ...input }, sender)
const found = async (...asked: Parameters<typeof list>) => (await list(...asked)).data?.list ?? []
const reasons = async (...asked: Parameters<typeof list>) =>
  (await found(...asked)).map(({ reason }) => reason)

/** Writes an event of the tenant. The reason names it. */
const write = (reason: string, more: Partial<AuditEvent> = {}) =>
  inTransaction(suite.database.db, asSystem, (trx) =>
    recordAudit(trx, {
      actorId: suite.here.userId,
      actorName: 'here',
      tenantId: suite.here.tenantId,
      call: '/department/save',
      entity: 'department',
      entityId: reason,
      ...more,
      reason,
    }),
  )

/** Adds a study that uses a product. */
async function addStudy(softwareId: string): Promise<{ studyId: string; studyUrlId: string }> {
  const { owner } = suite.database
  const { tenantId } = suite.here
  const tenantUrlId = await addDomain(owner, { tenantId, softwareId })
  const studyId = `study of ${softwareId} ${performance.now()}`
  const studyUrlId = await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId, studyId })
  return { studyId, studyUrlId }
}

const rule = {
  ...{ softwareId: softwareCodes.edc, roleId: 'CRA', roleName: 'CRA' },
  ...{ otherSoftwareId: softwareCodes.ctms, otherRoleId: 'PM', otherRoleName: 'PM' },
}

describe('the list of the audit trail', () => {
  it('has the tenant’s events, newest first, with who did what to which thing', async () => {
    const { tenantId } = suite.here
    const reason = '监查与管理分离'
    const { data: id = '' } = await send(suite.server, dutySave, { ...rule, tenantId, reason }, suite.here)
    await write('later')
    const [later, event] = await found({})
    expect(later?.reason).toBe('later')
    expect(event).toMatchObject({
      ...{ tenantId, entity: 'role_conflict', entityId: id, call: '/duty/save' },
      actorName: expect.stringMatching(/./),
    })
    const { data } = await send(suite.server, auditEvent, { id: event?.id ?? '' }, suite.here)
    expect(data).toMatchObject({ address: '192.0.2.1', seal: { state: 'waiting' } })
    expect(data?.items[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'reason', before: '', after: reason }),
    )
    expect(await found({ requestId: data?.requestId.split(' ')[0] })).toHaveLength(1)
  })

  it('shows each event with the verified state of its seal', async () => {
    await write('sealed')
    await sealBatches(suite.database.db, secrets.auditKey)
    const [event] = await found({ entity: 'department', entityId: 'sealed' })
    const { data } = await send(suite.server, auditEvent, { id: event?.id ?? '' }, suite.here)
    expect(data?.seal).toMatchObject({ state: 'intact', hash: expect.stringMatching(/^[\da-f]{64}$/) })
  })

  it('shows a tenant nothing of other tenants or of the platform', async () => {
    await write('elsewhere', { tenantId: suite.there.tenantId })
    await write('platform', { tenantId: globalTenantId })
    const seen = await reasons({})
    expect(seen).not.toContain('elsewhere')
    expect(seen).not.toContain('platform')
    expect((await list({ tenantId: suite.there.tenantId })).code).toBe(codes.notFound)
    const [other] = await found(
      { tenantId: suite.there.tenantId, entityId: 'elsewhere', entity: 'department' },
      suite.admin,
    )
    expect(other?.reason).toBe('elsewhere')
    const asked = { id: other?.id ?? '' }
    expect((await send(suite.server, auditEvent, asked, suite.here)).code).toBe(codes.notFound)
    expect((await list({ before: other?.id ?? '' })).code).toBe(codes.notFound)
    expect(await reasons({ tenantId: globalTenantId }, suite.admin)).toContain('platform')
  })

  it.each([
    ['request', { requestId: 'request-2' }],
    ['study', { studyId: 'study-2' }],
    ['person', { actorId: 'somebody else' }],
    ['thing', { entity: 'study', entityId: 'study-2' }],
  ] as const)('shows a tenant nothing of another tenant’s %s', async (name, filter) => {
    const { tenantId } = suite.there
    const study = { entity: 'study', entityId: 'study-2', after: { id: 'study-2' } } as const
    await write(name, { tenantId, requestId: 'request-2', actorId: 'somebody else', ...study })
    expect(await reasons(filter, suite.there)).toContain(name)
    expect(await found(filter)).toEqual([])
    expect(await found({ ...filter, tenantId: suite.here.tenantId })).toEqual([])
  })

  it('is closed to roles without its menu', async () => {
    for (const sender of [suite.guest, suite.ordinary])
      expect((await list({}, sender)).code).toBe(codes.forbidden)
  })

  it.each([
    ['person', { actorId: 'somebody' }, { actorId: 'somebody' }],
    ['kind of thing', { entity: 'holiday' }, { entity: 'holiday' }],
    ['act', { call: '/pin/save' }, { call: '/pin/save' }],
    ['request', { requestId: 'request-1' }, { requestId: 'request-1 trace-1' }],
  ] as const)('is filtered by %s', async (name, filter, more) => {
    await write(`other ${name}`)
    await write(name, more)
    expect(await reasons(filter)).toEqual([name])
    expect(await reasons({ ...filter, tenantId: suite.here.tenantId }, suite.admin)).toEqual([name])
  })

  it('is filtered by days in the reader’s time zone', async () => {
    await write('today')
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date())
    const days = { startTime: today, endTime: today, timeZone: 'Asia/Tokyo' }
    expect(await reasons(days)).toContain('today')
    expect(await reasons({ startTime: '2020-01-01', endTime: '2020-12-31' })).toEqual([])
    expect(await reasons({ endTime: '2020-12-31' })).toEqual([])
  })

  it('finds the history of a thing and of a person, also where several were changed at once', async () => {
    const { tenantId, userId } = suite.there
    const tenant = { tenantId }
    const [member] = await suite.database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute()
    const tenantUserId = member?.id ?? ''
    await write('own', {
      ...tenant,
      entity: 'tenant_user',
      entityId: tenantUserId,
      after: { id: tenantUserId, userId },
    })
    const several = { list: [{ id: tenantUserId, tenantUserId }, { id: 'another' }] }
    await write('several', { ...tenant, entity: 'study_user', entityId: 'a,b', after: several })
    await write('another', {
      ...tenant,
      entity: 'tenant_user',
      entityId: 'another',
      after: { id: 'another' },
    })
    const of = (entity: string, entityId: string) => reasons({ entity, entityId }, suite.there)
    expect(await of('tenant_user', tenantUserId)).toEqual(['several', 'own'])
    expect(await of('app_user', userId)).toEqual(['several', 'own'])
  })

  it('finds the events of a study, also those that name only its link with a product', async () => {
    const { studyId, studyUrlId } = await addStudy(softwareCodes.edc)
    await write('study', { entity: 'study', entityId: studyId, after: { id: studyId } })
    await write('link', { entity: 'study_url', entityId: 'x', after: { studyUrlId } })
    await write('unrelated', { entity: 'study', entityId: 'y', after: { id: 'y' } })
    expect(await reasons({ studyId })).toEqual(['link', 'study'])
  })

  it('has pages, and continues before an event', async () => {
    for (const reason of ['1', '2', '3']) await write(reason, { entity: 'file', call: '/pages' })
    const page = (page: number) => list({ call: '/pages', limit: 2, page })
    expect((await page(1)).data?.list.map(({ reason }) => reason)).toEqual(['3', '2'])
    expect((await page(2)).data?.list.map(({ reason }) => reason)).toEqual(['1'])
    expect((await page(1)).data).toMatchObject({ totalCount: 3, searchedTo: '' })
    const [, second] = await found({ call: '/pages' })
    expect(await reasons({ call: '/pages', before: second?.id })).toEqual(['1'])
  })

  it('continues where a deep page reaches the maximum that one search reads', async () => {
    await sql`insert into audit_event (id, tenant_id, call, entity)
      select gen_random_uuid()::text, ${suite.here.tenantId}, '/deep', 'department'
      from generate_series(1, 10050)`.execute(suite.database.owner)
    const asked = { call: '/deep', limit: 1000 }
    const { data } = await list({ ...asked, page: 12 })
    expect(data).toMatchObject({ list: [], totalExceeded: true, searchedTo: expect.stringMatching(/./) })
    expect(await found({ ...asked, before: data?.searchedTo })).toHaveLength(50)
  })

  it('hides rights in products from whoever is blinded in the study', async () => {
    const { tenantId, userId } = suite.here
    const { studyUrlId } = await addStudy(softwareCodes.rtsm)
    const event = { call: '/blinded', entity: 'product_authorization', after: { studyUrlId } } as const
    await write('granted', event)
    expect(await reasons({ call: '/blinded' })).toEqual(['granted'])
    const [member] = await suite.database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', userId)
      .execute()
    const roles = [{ roleId: 'r', roleName: 'r', isBlind: blinding.blinded, siteIds: [], stockHouseIds: [] }]
    await suite.database.owner
      .insertInto('productAuthorization')
      .values({
        ...{ tenantId, id: 'blinded', studyUrlId, tenantUserId: member?.id ?? null, state: 'accepted' },
        ...{ language: 'zh', batchId: 'blinded' },
        grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true }),
      })
      .execute()
    expect(await reasons({ call: '/blinded' })).toEqual([])
    expect(await reasons({ call: '/blinded' }, suite.admin)).toEqual(['granted'])
  })
})

describe('the choices of its filters', () => {
  it('offers a tenant’s people and studies to the tenant only', async () => {
    const { studyId } = await addStudy(softwareCodes.ctms)
    const people = async (sender: Sender, input: InputOf<typeof auditPeople> = {}) =>
      (await send(suite.server, auditPeople, input, sender)).data?.map(({ code }) => code) ?? []
    const studies = async (sender: Sender) =>
      (await send(suite.server, auditStudies, {}, sender)).data?.map(({ code }) => code) ?? []
    expect(await people(suite.here)).toContain(suite.here.userId)
    expect(await people(suite.here)).not.toContain(suite.there.userId)
    expect(await people(suite.here, { id: suite.there.userId })).toEqual([])
    expect(await people(suite.admin)).toEqual(expect.arrayContaining([suite.here.userId, suite.there.userId]))
    expect(await studies(suite.here)).toContain(studyId)
    expect(await studies(suite.there)).not.toContain(studyId)
  })
})
