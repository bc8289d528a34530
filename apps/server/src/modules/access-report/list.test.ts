import {
  type AccessRow,
  accessChoices,
  accessExport,
  accessList,
  blinding,
  codes,
  globalTenantId,
  type InputOf,
  inviteIwrs,
  softwareCodes,
  studyUserRemove,
  studyUserSave,
  tenantUserDelete,
  tenantUserUpdateBase,
  userUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { dayFromNow } from '../access/test-kit/index.ts'
import { newPhone, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import {
  answering,
  type Inviting,
  newAddress,
  roleId,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'

jest.setTimeout(180_000)

let inviting: Inviting
let rtsm: Awaited<ReturnType<Inviting['linked']>>

beforeAll(async () => {
  inviting = await startInviting()
  rtsm = await inviting.linked(softwareCodes.rtsm)
  inviting.product.offers([])
})

afterAll(() => inviting.close())

const ask = (input: InputOf<typeof accessList>, sender: Sender = inviting.suite.here) =>
  send(inviting.suite.server, accessList, { limit: 100, ...input }, sender)
const rowsOf = async (...asked: Parameters<typeof ask>): Promise<readonly AccessRow[]> =>
  (await ask(...asked)).data?.list ?? []

/** Returns an instant between what happened before and what happens next. */
async function instant(): Promise<string> {
  await sql`select pg_sleep(0.005)`.execute(inviting.suite.database.owner)
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(
    inviting.suite.database.owner,
  )
  await sql`select pg_sleep(0.005)`.execute(inviting.suite.database.owner)
  return rows[0]?.at.toISOString() ?? ''
}

const authorize = (tenantUserId: string, more: object = {}) =>
  send(
    inviting.suite.server,
    studyUserSave,
    { studyUrlId: inviting.edc.studyUrlId, studySiteIds: [], tenantUserIds: [tenantUserId], ...more },
    inviting.suite.here,
  )

describe('the access report', () => {
  it('shows who has which role, where, since when, by whom and until when', async () => {
    const { here } = inviting.suite
    const person = await inviting.addPerson('苏明')
    inviting.product.respondWith(answering())
    await inviting.invite({
      ...{ userList: [person.id], replacing: [person.id], accessUntil: dayFromNow(9) },
      siteIds: inviting.edc.siteIds.slice(0, 1),
    } as never)
    const rows = await rowsOf({ userId: person.userId })
    expect(rows.map(({ kind, state }) => [kind, state])).toEqual([
      ['member', 'current'],
      ['study', 'current'],
    ])
    const by = await inviting.suite.database.owner
      .selectFrom('appUser')
      .select(['fullName', 'userName'])
      .where('id', '=', here.userId)
      .executeTakeFirstOrThrow()
    expect(rows[1]).toMatchObject({
      ...{
        fullName: '苏明',
        userName: person.userName,
        studyId: inviting.edc.studyId,
        softName: '电子数据采集系统（EDC）',
      },
      ...{ accessFrom: '', accessUntil: dayFromNow(9), isBlind: null, lastSignIn: '' },
      roles: expect.arrayContaining(['CRA']),
      grantedBy: `${by.fullName} (${by.userName})`,
    })
    expect(Math.abs(Date.parse(rows[1]?.since ?? '') - Date.now())).toBeLessThan(60_000)
  })

  it('shows the names and the access of a past instant, of people who have left too', async () => {
    const { server, admin, here } = inviting.suite
    const person = await inviting.addPerson('旧名')
    await authorize(person.id)
    const past = await instant()
    const names = { id: person.userId, fullName: '新名', phone: newPhone(), email: newAddress() }
    expect(await send(server, userUpdateImportant, names, admin)).toMatchObject({ code: codes.ok })
    const renamed = await instant()
    const present = await rowsOf({ userId: person.userId })
    const ids = await inviting.suite.database.owner
      .selectFrom('studyUser')
      .select('id')
      .where('tenantUserId', '=', person.id)
      .execute()
    await send(server, studyUserRemove, { isSite: false, ids: ids.map(({ id }) => id) }, here)
    await send(server, tenantUserDelete, { id: person.id }, here)
    expect(present.map(({ fullName, kind }) => [fullName, kind])).toEqual([
      ['新名', 'member'],
      ['新名', 'study'],
    ])
    expect(await rowsOf({ userId: person.userId })).toEqual([])
    expect(await rowsOf({ userId: person.userId, at: renamed })).toEqual(present)
    const old = await rowsOf({ userId: person.userId, at: past })
    expect(old.map(({ fullName, kind }) => [fullName, kind])).toEqual([
      ['旧名', 'member'],
      ['旧名', 'study'],
    ])
    // The platform finds the tenants that the person has left.
    expect(await rowsOf({ userId: person.userId, at: past }, admin)).toEqual(old)
  })

  it('compares two instants', async () => {
    const { server, here } = inviting.suite
    const [leaving, staying, changing] = [
      await inviting.addPerson('离开'),
      await inviting.addPerson('不变'),
      await inviting.addPerson('变更'),
    ]
    const past = await instant()
    await send(server, tenantUserDelete, { id: leaving.id }, here)
    const update = { id: changing.id, enabled: 1, accessUntil: dayFromNow(3) }
    expect(await send(server, tenantUserUpdateBase, update, here)).toMatchObject({ code: codes.ok })
    await authorize(staying.id)
    const found = await rowsOf({ compareWith: past })
    const shown = found.map(({ fullName, kind, change, state, before }) => [
      fullName,
      kind,
      change,
      state,
      before?.state,
    ])
    expect(shown.toSorted()).toEqual(
      [
        ['不变', 'study', 'added', 'current', undefined],
        ['变更', 'member', 'changed', 'disabled', 'current'],
        ['离开', 'member', 'removed', 'current', undefined],
      ].toSorted(),
    )
    const now = await instant()
    expect(await rowsOf({ compareWith: past, at: now })).toEqual(found)
    expect(await rowsOf({ compareWith: now })).toEqual([])
  })

  it('shows access that begins and ends by itself at instants when nothing is recorded', async () => {
    const person = await inviting.addPerson('定期', {
      accessUntil: sql`clock_timestamp() + interval '200 milliseconds'`,
    })
    const current = await instant()
    await sql`select pg_sleep(0.4)`.execute(inviting.suite.database.owner)
    const ended = await instant()
    const states = async (at: string) =>
      (await rowsOf({ userId: person.userId, at })).map(({ state }) => state)
    expect(await states(current)).toEqual(['current'])
    expect(await states(ended)).toEqual(['ended'])
  })

  it('filters by study, site, product, state and name', async () => {
    const person = await inviting.addPerson('筛选者')
    const [first = '', second = ''] = inviting.edc.siteIds
    await authorize(person.id, { studySiteIds: [first] })
    const userId = person.userId
    const kinds = async (input: InputOf<typeof accessList>) =>
      (await rowsOf({ userId, ...input })).map(({ kind }) => kind)
    expect(await kinds({ studyId: inviting.edc.studyId })).toEqual(['study'])
    expect(await kinds({ studyId: rtsm.studyId })).toEqual([])
    expect(await kinds({ siteId: first })).toEqual(['study'])
    expect(await kinds({ siteId: second })).toEqual([])
    expect(await kinds({ softwareId: softwareCodes.edc })).toEqual(['study'])
    expect(await kinds({ state: 'ended' })).toEqual([])
    expect(await kinds({ keyWord: '筛选' })).toEqual(['member', 'study'])
    expect(await kinds({ keyWord: '没有' })).toEqual([])
    const { data } = await ask({ userId, limit: 1, page: 2 })
    expect(data).toMatchObject({ totalCount: 2, list: [{ kind: 'study' }] })
  })

  it('shows system roles to the platform, and to nobody else', async () => {
    const { admin, here } = inviting.suite
    const platform = await rowsOf({ limit: 1000 }, admin)
    expect(platform.every(({ kind, tenantId }) => kind === 'system' && tenantId === globalTenantId)).toBe(
      true,
    )
    expect(platform.map(({ userId }) => userId)).toContain(admin.userId)
    expect(await rowsOf({ tenantId: globalTenantId })).toEqual([])
    expect((await rowsOf({ limit: 1000 })).map(({ userId }) => userId)).not.toContain(admin.userId)
    expect((await rowsOf({ limit: 1000 })).map(({ userId }) => userId)).toContain(here.userId)
  })

  it('shows nothing of another tenant', async () => {
    const { here, there, guest } = inviting.suite
    const person = await inviting.addPerson('本租户')
    const past = await instant()
    for (const at of ['', past]) {
      expect(await ask({ tenantId: here.tenantId, at }, there)).toMatchObject({ code: codes.notFound })
      expect(await rowsOf({ userId: person.userId, at }, there)).toEqual([])
      expect(await rowsOf({ studyId: inviting.edc.studyId, at }, there)).toEqual([])
      expect((await rowsOf({ at }, there)).map(({ tenantId }) => tenantId)).toEqual([there.tenantId])
    }
    expect(await ask({}, guest)).toMatchObject({ code: codes.forbidden })
    const { data } = await send(
      inviting.suite.server,
      accessChoices,
      { studyId: inviting.edc.studyId },
      there,
    )
    expect(data?.sites).toEqual([])
  })

  it('keeps the RTSM of a study from readers who are blinded there, at any instant', async () => {
    const { server, here, database } = inviting.suite
    const blinded = await inviting.addAdministrator()
    const subject = await inviting.addPerson('非盲者')
    const grant = (isBlind: 0 | 1, id: string) =>
      send(
        server,
        inviteIwrs,
        {
          ...{
            tenantId: inviting.tenantId,
            studyUrlId: rtsm.studyUrlId,
            userRole: roleId,
            userTypeId: typeId,
          },
          ...{ userList: [id], replacing: [id] },
          userRoleList: [
            {
              ...{ projectId: 'P1', roleId: 'R1', siteList: [rtsm.siteIds[0] ?? ''], isBlind },
              unblindingReason: isBlind === blinding.unblinded ? '负责药物供应' : '',
            },
          ],
        },
        here,
      )
    await grant(blinding.unblinded, subject.id)
    await inviting.approveAll()
    const past = await instant()
    const ofSubject = (at: string, sender: Sender) => ask({ userId: subject.userId, at }, sender)
    for (const at of ['', past])
      expect((await ofSubject(at, blinded)).data).toMatchObject({
        isPartial: false,
        list: [{ kind: 'member' }, { isBlind: blinding.unblinded, reason: '负责药物供应' }],
      })
    await database.owner.deleteFrom('unblinding').where('userId', '=', blinded.userId).execute()
    expect(await grant(blinding.blinded, blinded.memberId)).toMatchObject({ code: codes.ok })
    for (const at of ['', past]) {
      const { data } = await ofSubject(at, blinded)
      expect(data).toMatchObject({ isPartial: true, list: [{ kind: 'member' }] })
      expect(data?.list).toHaveLength(1)
      expect((await ofSubject(at, here)).data?.list).toHaveLength(2)
    }
    // Whether something is left out does not depend on what there is.
    expect((await ask({ keyWord: '没有' }, blinded)).data).toMatchObject({ isPartial: true, totalCount: 0 })
    // The numbers of sealed lines have gaps.
    expect(await send(server, accessExport, { format: 'jsonl' }, blinded)).toMatchObject({
      code: codes.forbidden,
    })
  })

  it('rejects instants in the future, in the wrong order, or from before the images', async () => {
    const { owner } = inviting.suite.database
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    expect(await ask({ at: soon })).toMatchObject({ code: codes.invalid })
    const past = await instant()
    expect(await ask({ at: past, compareWith: past })).toMatchObject({ code: codes.invalid })
    expect(await ask({ at: 'yesterday' })).toMatchObject({ code: codes.invalid })
    await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
      values (gen_random_uuid()::text, '0', 'access-baseline', 'access', 'baseline')`.execute(owner)
    const since = await instant()
    const tooEarly = (field: string) => ({
      code: codes.invalid,
      errors: [{ field, message: expect.stringMatching(/ \d\d:\d\d:\d\d \(Asia\/Shanghai\)/) }],
    })
    expect(await ask({ at: past })).toMatchObject(tooEarly('at'))
    expect(await ask({ compareWith: past })).toMatchObject(tooEarly('compareWith'))
    const { data } = await ask({ at: since })
    expect(Date.parse(data?.recordedSince ?? '')).toBeLessThan(Date.parse(since))
  })
})
