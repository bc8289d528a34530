import { codes, studyUserSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { signedIn } from '../../../app/test-kit/index.ts'
import { platformAdministrator } from '../../access/index.ts'
import { type StudyUsers, startStudyUsers } from './test-kit/index.ts'

let kit: StudyUsers

beforeAll(async () => {
  kit = await startStudyUsers()
})

afterAll(() => kit.suite.close())

describe('authorizing people', () => {
  it('lists users with the whole study at the study and at each site', async () => {
    const user = await kit.colleague()
    expect(await kit.save({ tenantUserIds: [user.id] })).toMatchObject({
      code: codes.ok,
      message: '授权成功',
    })
    const row = await kit.rowOf(user)
    expect(row).toEqual({
      id: expect.any(String),
      tenantUserId: user.id,
      userId: user.userId,
      tenantId: kit.suite.here.tenantId,
      userName: user.userName,
      fullName: user.fullName,
      displayName: user.fullName,
      email: user.email,
      phone: user.phone,
      roleName: '',
      enabled: 0,
      status: '0',
      wholeStudy: true,
      siteCount: 0,
      siteNames: [],
      ...{ accessFrom: '', accessUntil: '', accessState: 'current', periodsDiffer: false },
      ...{ memberState: 'current', isUntrained: false },
      roleNames: [],
      isBlind: null,
      hidesRoles: false,
      grantState: '',
      notification: { state: 'never', at: '', message: '' },
    })
    for (const studySiteId of kit.sites) expect(await kit.rowOf(user, { studySiteId })).toEqual(row)
  })

  it('lists users with single sites only there, and once at the study with the sites’ names', async () => {
    const user = await kit.colleague()
    await kit.save({ tenantUserIds: [user.id], studySiteIds: [kit.second] })
    expect(await kit.rowOf(user)).toMatchObject({ wholeStudy: false, siteCount: 1, siteNames: ['云岫院区'] })
    expect(await kit.rowOf(user, { studySiteId: kit.first })).toBeUndefined()
    await kit.save({ tenantUserIds: [user.id], studySiteIds: kit.sites })
    expect(await kit.rowOf(user)).toMatchObject({ siteCount: 2, siteNames: ['租户的01', '云岫院区'] })
    expect(await kit.rowOf(user, { studySiteId: kit.first })).toMatchObject({ siteCount: 2 })
    const [one, other] = [
      await kit.rowOf(user, { studySiteId: kit.first }),
      await kit.rowOf(user, { studySiteId: kit.second }),
    ]
    expect(one?.id).not.toBe(other?.id)
  })

  it('rejects authorizing oneself, also among other users and as a platform administrator', async () => {
    const { suite, sites } = kit
    const user = await kit.colleague()
    const { owner } = suite.database
    const ownId = async ({ userId }: { readonly userId: string }) => {
      const scope = { tenantId: suite.here.tenantId, userId }
      await owner
        .insertInto('tenantUser')
        .values({ ...scope, id: `${userId}-here` })
        .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
        .execute()
      const { id } = await owner
        .selectFrom('tenantUser')
        .select('id')
        .where('tenantId', '=', scope.tenantId)
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow()
      return id
    }
    const admin = await signedIn(suite.database, platformAdministrator.id)
    for (const sender of [suite.here, admin]) {
      const own = await ownId(sender)
      const yourself = {
        code: codes.invalid,
        errors: [{ field: 'tenantUserIds', message: '不能为自己授权，请由其他管理员操作' }],
      }
      expect(await kit.save({ tenantUserIds: [own] }, sender)).toMatchObject(yourself)
      expect(await kit.save({ tenantUserIds: [user.id, own], studySiteIds: sites }, sender)).toMatchObject(
        yourself,
      )
      expect(await kit.rowOf({ id: own })).toBeUndefined()
    }
    expect(await kit.rowOf(user)).toBeUndefined()
    // A colleague can authorize them.
    expect((await kit.save({ tenantUserIds: [await ownId(suite.here)] }, admin)).code).toBe(codes.ok)
  })

  it('leaves existing authorizations unchanged, and audits the added ones in one event', async () => {
    const [known, fresh] = [await kit.colleague(), await kit.colleague()]
    await kit.save({ tenantUserIds: [known.id], studySiteIds: [kit.first] })
    const before = await kit.rowOf(known, { studySiteId: kit.first })
    const both = { tenantUserIds: [fresh.id, known.id, fresh.id], studySiteIds: [kit.first, kit.first] }
    for (let time = 0; time < 2; time += 1) expect(await kit.save(both)).toMatchObject({ code: codes.ok })
    expect(await kit.rowOf(known, { studySiteId: kit.first })).toEqual(before)
    const events = await kit.suite.database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entity', 'entityId', 'after'])
      .where('call', '=', studyUserSave.path)
      .orderBy('sequence')
      .execute()
    const { tenantId } = kit.suite.here
    expect(events.at(-2)).toMatchObject({
      tenantId,
      entity: 'study_user',
      entityId: kit.study.studyUrlId,
      after: { list: [{ tenantUserId: fresh.id, studySiteId: kit.first, studyUrlId: kit.study.studyUrlId }] },
    })
    expect(events.at(-1)).toMatchObject({ after: { list: [] } })
  })

  it('adds no site for a user who has the whole study', async () => {
    const user = await kit.colleague()
    await kit.save({ tenantUserIds: [user.id] })
    await kit.save({ tenantUserIds: [user.id], studySiteIds: kit.sites })
    expect(await kit.rowOf(user)).toMatchObject({ wholeStudy: true, siteCount: 0 })
  })

  it('adds no duplicates if calls are concurrent', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => kit.colleague()))
    const ids = users.map(({ id }) => id)
    const responses = await Promise.all(
      [ids, ids.toReversed(), ids].map((tenantUserIds) =>
        kit.save({ tenantUserIds, studySiteIds: kit.sites }),
      ),
    )
    expect(responses.map(({ code }) => code)).toEqual([codes.ok, codes.ok, codes.ok])
    for (const user of users) expect(await kit.rowOf(user)).toMatchObject({ siteCount: 2 })
  })

  it('requires users and an existing study, and limits the number of authorizations', async () => {
    expect((await kit.save({})).errors).toEqual([{ field: 'tenantUserIds', message: '请选择用户！' }])
    const many = (amount: number) => Array.from({ length: amount }, (_, index) => `id-${index}`)
    expect((await kit.save({ tenantUserIds: many(1001) })).errors?.map(({ field }) => field)).toEqual([
      'tenantUserIds',
    ])
    expect((await kit.save({ tenantUserIds: many(101), studySiteIds: many(100) })).errors).toEqual([
      { field: 'tenantUserIds', message: '一次最多授权 10,000 条（用户数 × 中心数），请分批授权' },
    ])
    expect(await kit.save({ studyUrlId: 'nobody', tenantUserIds: ['x'] })).toMatchObject({
      code: codes.notFound,
    })
  })

  it('accepts only enabled users of the tenant and sites of the study, and adds either all or none', async () => {
    const [user, disabled] = [await kit.colleague(), await kit.colleague()]
    await kit.suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', disabled.id)
      .execute()
    const stranger = await kit.colleague('别家的人', kit.suite.there.tenantId)
    for (const id of [disabled.id, stranger.id, user.userId, 'nobody'])
      expect((await kit.save({ tenantUserIds: [user.id, id] })).errors).toEqual([
        { field: 'tenantUserIds', message: '所选用户已停用，或已不在该租户中，请重新选择' },
      ])
    for (const id of [kit.foreignSite, 'nobody'])
      expect((await kit.save({ tenantUserIds: [user.id], studySiteIds: [kit.first, id] })).errors).toEqual([
        { field: 'studySiteIds', message: '所选中心已不在该研究中，请重新选择' },
      ])
    expect(await kit.rowOf(user)).toBeUndefined()
  })
})

describe('another tenant', () => {
  it('cannot be read or changed, except by the platform', async () => {
    const stranger = await kit.colleague('别家授权', kit.suite.there.tenantId)
    const { studyUrlId } = kit.foreign
    const theirs = { studyUrlId, tenantUserIds: [stranger.id] }
    expect(await kit.save(theirs)).toMatchObject({ code: codes.notFound })
    expect(await kit.save(theirs, kit.suite.guest)).toMatchObject({ code: codes.forbidden })
    expect(await kit.save(theirs, kit.suite.admin)).toMatchObject({ code: codes.ok })
    const [row] = await kit.list({ studyUrlId }, kit.suite.admin)
    expect(row).toMatchObject({ fullName: '别家授权' })
    expect(await kit.listResponse({ studyUrlId })).toMatchObject({ code: codes.notFound, data: null })
    expect(await kit.listResponse({ studySiteId: kit.foreignSite })).toMatchObject({ code: codes.notFound })
    expect(await kit.remove([row?.id ?? ''])).toMatchObject({ code: codes.notFound })
    expect(await kit.remove([row?.id ?? ''], false, kit.suite.admin)).toMatchObject({ code: codes.ok })
    expect(await kit.list({ studyUrlId }, kit.suite.there)).toEqual([])
  })
})
