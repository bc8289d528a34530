import { codes, type InputOf, studyUserExtend } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { dayFromNow } from '../../access/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { type StudyUsers, startStudyUsers } from './test-kit/index.ts'

let kit: StudyUsers

beforeAll(async () => {
  kit = await startStudyUsers()
})

afterAll(() => kit.suite.close())

const extend = (input: InputOf<typeof studyUserExtend>, sender: Sender = kit.suite.here) =>
  send(kit.suite.server, studyUserExtend, input, sender)

const always = { accessFrom: '', accessUntil: '', accessState: 'current', periodsDiffer: false }

describe('an authorization with a first and a last day', () => {
  it('is given to many in one call, and listed with its period and state', async () => {
    const people = [await kit.colleague(), await kit.colleague()]
    const period = { accessFrom: dayFromNow(1), accessUntil: dayFromNow(30) }
    const tenantUserIds = people.map(({ id }) => id)
    expect(await kit.save({ tenantUserIds, studySiteIds: kit.sites, ...period })).toMatchObject({
      code: codes.ok,
    })
    for (const person of people)
      expect(await kit.rowOf(person)).toMatchObject({
        ...period,
        accessState: 'upcoming',
        periodsDiffer: false,
        siteCount: 2,
      })
  })

  it('rejects days that are over or out of order, and authorizes nobody', async () => {
    const user = await kit.colleague()
    const save = async (period: object) =>
      (await kit.save({ tenantUserIds: [user.id], ...period })).errors?.map(({ field }) => field)
    expect(await save({ accessUntil: dayFromNow(-1) })).toEqual(['accessUntil'])
    expect(await save({ accessFrom: dayFromNow(-1) })).toEqual(['accessFrom'])
    expect(await save({ accessFrom: dayFromNow(4), accessUntil: dayFromNow(3) })).toEqual(['accessUntil'])
    expect(await kit.rowOf(user)).toBeUndefined()
  })

  it('leaves an authorization from before as it was', async () => {
    const user = await kit.colleague()
    await kit.save({ tenantUserIds: [user.id] })
    await kit.save({ tenantUserIds: [user.id], accessUntil: dayFromNow(3) })
    expect(await kit.rowOf(user)).toMatchObject(always)
  })

  it('cannot be given to a user whose membership has ended', async () => {
    const user = await kit.colleague()
    await kit.suite.database.owner
      .updateTable('tenantUser')
      .set({ accessUntil: new Date(Date.now() - 1000) })
      .where('id', '=', user.id)
      .execute()
    expect((await kit.save({ tenantUserIds: [user.id] })).errors).toMatchObject([{ field: 'tenantUserIds' }])
    expect(await kit.unselected()).not.toContain(user.id)
  })
})

describe('extending authorizations', () => {
  it('changes the last day of all sites of many users, or of one site', async () => {
    const [user, other] = [await kit.colleague(), await kit.colleague()]
    await kit.save({
      tenantUserIds: [user.id, other.id],
      studySiteIds: kit.sites,
      accessUntil: dayFromNow(5),
    })
    const rows = [await kit.rowOf(user), await kit.rowOf(other)]
    const ids = rows.map((row) => row?.id ?? '')
    expect(await extend({ ids, accessUntil: dayFromNow(60) })).toMatchObject({
      code: codes.ok,
      message: '结束日期已更新',
    })
    for (const studySiteId of ['', ...kit.sites])
      expect(await kit.rowOf(user, { studySiteId })).toMatchObject({ accessUntil: dayFromNow(60) })
    const site = await kit.rowOf(user, { studySiteId: kit.first })
    expect(await extend({ ids: [site?.id ?? ''], isSite: true, unlimited: true })).toMatchObject({
      code: codes.ok,
    })
    expect(await kit.rowOf(user, { studySiteId: kit.first })).toMatchObject(always)
    expect(await kit.rowOf(user, { studySiteId: kit.second })).toMatchObject({ accessUntil: dayFromNow(60) })
    expect(await kit.rowOf(user)).toMatchObject({ accessUntil: '', periodsDiffer: true })
    expect(await kit.rowOf(other)).toMatchObject({ accessUntil: dayFromNow(60), periodsDiffer: false })
    const event = await kit.suite.database.owner
      .selectFrom('auditEvent')
      .select(['before', 'after', 'entity'])
      .where('call', '=', studyUserExtend.path)
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({
      entity: 'study_user',
      before: { list: [{ tenantUserId: user.id, accessUntil: expect.any(String) }] },
      after: { list: [{ tenantUserId: user.id, accessUntil: null }] },
    })
  })

  it('rejects days that are over or before the first day, and changes nobody', async () => {
    const [user, planned] = [await kit.colleague(), await kit.colleague()]
    await kit.save({ tenantUserIds: [user.id], accessUntil: dayFromNow(9) })
    await kit.save({ tenantUserIds: [planned.id], accessFrom: dayFromNow(20) })
    const ids = [(await kit.rowOf(user))?.id ?? '', (await kit.rowOf(planned))?.id ?? '']
    for (const accessUntil of ['', dayFromNow(-1), dayFromNow(10), '2026-02-30'])
      expect((await extend({ ids, accessUntil })).errors).toMatchObject([{ field: 'accessUntil' }])
    expect(await kit.rowOf(user)).toMatchObject({ accessUntil: dayFromNow(9) })
  })

  it('is rejected for one’s own authorization, for gone ones, and in other tenants', async () => {
    const { database, here, there } = kit.suite
    const own = await database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('userId', '=', here.userId)
      .executeTakeFirstOrThrow()
    await kit.save({ tenantUserIds: [own.id] }, kit.suite.admin)
    const id = (await kit.rowOf(own))?.id ?? ''
    expect(await extend({ ids: [id], accessUntil: dayFromNow(3) })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'ids', message: '不能为自己授权，请由其他管理员操作' }],
    })
    expect(await extend({ ids: [id], accessUntil: dayFromNow(3) }, there)).toMatchObject({
      code: codes.notFound,
    })
    expect(await extend({ ids: [id, 'nobody'], accessUntil: dayFromNow(3) }, kit.suite.admin)).toMatchObject({
      code: codes.notFound,
    })
    expect(await kit.rowOf(own)).toMatchObject(always)
  })
})
