import { randomUUID } from 'node:crypto'
import {
  codes,
  type InputOf,
  softwareCodes,
  studyUserList,
  studyUserRemove,
  studyUserSave,
  studyUserUnselected,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { tenantAdministrator } from '../access/index.ts'
import { type Sender, send } from '../sign-in/test-kit/index.ts'
import { addTenantUser } from '../tenant-users/test-kit/index.ts'
import { addStudy, addStudySite, type LinkedStudy } from './test-kit/index.ts'

const { edc, rtsm } = softwareCodes

let suite: Suite
/** A study of EDC with two sites, and the same of another tenant. */
let study: LinkedStudy
let foreign: LinkedStudy
let sites: string[] = []
let foreignSite = ''

const licence = (tenantId: string, softwareId: string, facts: object = {}) =>
  suite.database.owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: randomUUID(), softwareId, ...facts })
    .execute()

beforeAll(async () => {
  suite = await startSuite()
  const { database } = suite
  for (const { tenantId } of [suite.here, suite.there]) await licence(tenantId, edc)
  study = await addStudy(database, { tenantId: suite.here.tenantId, softwareId: edc }, '示例研究')
  sites = [await addStudySite(database, study, '01'), await addStudySite(database, study, '02', '云岫院区')]
  foreign = await addStudy(database, { tenantId: suite.there.tenantId, softwareId: edc }, '别家研究')
  foreignSite = await addStudySite(database, foreign, '01')
})

afterAll(() => suite.close())

let people = 0
/** Somebody of the tenant of who calls, under a name that nobody else has. */
const colleague = async (name = `研究者${++people}`, tenantId = suite.here.tenantId) => ({
  ...(await addTenantUser(suite.database, tenantId, { fullName: name })),
  fullName: name,
})

type Saved = Partial<InputOf<typeof studyUserSave>>
const save = (input: Saved, sender: Sender = suite.here) =>
  send(
    suite.server,
    studyUserSave,
    { studyUrlId: study.studyUrlId, studySiteIds: [], tenantUserIds: [], ...input },
    sender,
  )
const remove = (ids: string[], isSite = false, sender: Sender = suite.here) =>
  send(suite.server, studyUserRemove, { ids, isSite }, sender)
const list = async (
  input: Partial<InputOf<typeof studyUserList>> = {},
  sender: Sender = suite.here,
): Promise<NonNullable<Awaited<ReturnType<typeof listAnswer>>['data']>['list']> =>
  (await listAnswer(input, sender)).data?.list ?? []
const listAnswer = (input: Partial<InputOf<typeof studyUserList>> = {}, sender: Sender = suite.here) =>
  send(suite.server, studyUserList, { studyUrlId: study.studyUrlId, limit: 1000, ...input }, sender)
const unselected = async (
  input: Partial<InputOf<typeof studyUserUnselected>> = {},
  sender: Sender = suite.here,
) => {
  const sent = { studyUrlId: study.studyUrlId, limit: 1000, ...input }
  return (await send(suite.server, studyUserUnselected, sent, sender)).data?.list.map(({ id }) => id) ?? []
}
/** The row of somebody in a list. */
const rowOf = async ({ id }: { id: string }, input: Partial<InputOf<typeof studyUserList>> = {}) =>
  (await list(input)).find(({ tenantUserId }) => tenantUserId === id)
const [first, second] = [() => sites[0] ?? '', () => sites[1] ?? '']

describe('authorizing people', () => {
  it('for a study as a whole shows them at the study and at each site', async () => {
    const user = await colleague()
    expect(await save({ tenantUserIds: [user.id] })).toMatchObject({ code: codes.ok, message: '授权成功' })
    const row = await rowOf(user)
    expect(row).toEqual({
      id: expect.any(String),
      tenantUserId: user.id,
      tenantId: suite.here.tenantId,
      userName: user.userName,
      fullName: user.fullName,
      email: user.email,
      phone: user.phone,
      roleName: '',
      enabled: 0,
      status: '0',
      wholeStudy: true,
      siteCount: 0,
      siteNames: [],
    })
    for (const studySiteId of sites) expect(await rowOf(user, { studySiteId })).toEqual(row)
  })

  it('at sites shows them there alone, and once at the study, with the sites’ names', async () => {
    const user = await colleague()
    await save({ tenantUserIds: [user.id], studySiteIds: [second()] })
    expect(await rowOf(user)).toMatchObject({ wholeStudy: false, siteCount: 1, siteNames: ['云岫院区'] })
    expect(await rowOf(user, { studySiteId: first() })).toBeUndefined()
    await save({ tenantUserIds: [user.id], studySiteIds: sites })
    expect(await rowOf(user)).toMatchObject({ siteCount: 2, siteNames: ['租户的01', '云岫院区'] })
    expect(await rowOf(user, { studySiteId: first() })).toMatchObject({ siteCount: 2 })
    const [one, other] = [
      await rowOf(user, { studySiteId: first() }),
      await rowOf(user, { studySiteId: second() }),
    ]
    expect(one?.id).not.toBe(other?.id)
  })

  it('leaves who is there as they are, and tells of those added in one event', async () => {
    const [known, fresh] = [await colleague(), await colleague()]
    await save({ tenantUserIds: [known.id], studySiteIds: [first()] })
    const before = await rowOf(known, { studySiteId: first() })
    const both = { tenantUserIds: [fresh.id, known.id, fresh.id], studySiteIds: [first(), first()] }
    for (let time = 0; time < 2; time += 1) expect(await save(both)).toMatchObject({ code: codes.ok })
    expect(await rowOf(known, { studySiteId: first() })).toEqual(before)
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entity', 'entityId', 'after'])
      .where('call', '=', studyUserSave.path)
      .orderBy('sequence')
      .execute()
    const { tenantId } = suite.here
    expect(events.at(-2)).toMatchObject({
      tenantId,
      entity: 'study_user',
      entityId: study.studyUrlId,
      after: { list: [{ tenantUserId: fresh.id, studySiteId: first(), studyUrlId: study.studyUrlId }] },
    })
    expect(events.at(-1)).toMatchObject({ after: { list: [] } })
  })

  it('adds no site to somebody who has the whole study', async () => {
    const user = await colleague()
    await save({ tenantUserIds: [user.id] })
    await save({ tenantUserIds: [user.id], studySiteIds: sites })
    expect(await rowOf(user)).toMatchObject({ wholeStudy: true, siteCount: 0 })
  })

  it('doubles nothing where two do it at once', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => colleague()))
    const ids = users.map(({ id }) => id)
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids].map((tenantUserIds) => save({ tenantUserIds, studySiteIds: sites })),
    )
    expect(answers.map(({ code }) => code)).toEqual([codes.ok, codes.ok, codes.ok])
    for (const user of users) expect(await rowOf(user)).toMatchObject({ siteCount: 2 })
  })

  it('must know whom, where, and not too many at once', async () => {
    expect((await save({})).errors).toEqual([{ field: 'tenantUserIds', message: '请选择用户！' }])
    const many = (amount: number) => Array.from({ length: amount }, (_, index) => `id-${index}`)
    expect((await save({ tenantUserIds: many(1001) })).errors?.map(({ field }) => field)).toEqual([
      'tenantUserIds',
    ])
    expect((await save({ tenantUserIds: many(101), studySiteIds: many(100) })).errors).toEqual([
      { field: 'tenantUserIds', message: '一次最多授权 10,000 条（用户数 × 中心数），请分批授权' },
    ])
    expect(await save({ studyUrlId: 'nobody', tenantUserIds: ['x'] })).toMatchObject({ code: codes.notFound })
  })

  it('is for enabled people of the tenant and sites of the study, all of them or none', async () => {
    const [user, disabled] = [await colleague(), await colleague()]
    await suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', disabled.id)
      .execute()
    const stranger = await colleague('别家的人', suite.there.tenantId)
    for (const id of [disabled.id, stranger.id, user.userId, 'nobody'])
      expect((await save({ tenantUserIds: [user.id, id] })).errors).toEqual([
        { field: 'tenantUserIds', message: '所选用户已停用，或已不在该租户中，请重新选择' },
      ])
    for (const id of [foreignSite, 'nobody'])
      expect((await save({ tenantUserIds: [user.id], studySiteIds: [first(), id] })).errors).toEqual([
        { field: 'studySiteIds', message: '所选中心已不在该研究中，请重新选择' },
      ])
    expect(await rowOf(user)).toBeUndefined()
  })
})

describe('who can be chosen', () => {
  it('is who is enabled and not authorized for it yet', async () => {
    const [atSite, whole, free, disabled] = [
      await colleague('可选甲'),
      await colleague('可选乙'),
      await colleague('可选丙'),
      await colleague('可选丁'),
    ]
    await save({ tenantUserIds: [atSite.id], studySiteIds: [first()] })
    await save({ tenantUserIds: [whole.id] })
    await suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', disabled.id)
      .execute()
    const keyWord = '可选'
    expect(await unselected({ keyWord })).toEqual([free.id, atSite.id])
    expect(await unselected({ keyWord, studySiteId: first() })).toEqual([free.id])
    expect(await unselected({ keyWord, studySiteId: second() })).toEqual([free.id, atSite.id])
    expect(await unselected({ keyWord, limit: 1, page: 2 })).toEqual([atSite.id])
    expect(await unselected({ keyWord: free.email })).toEqual([free.id])
  })
})

describe('the list', () => {
  it('is by name as people look for them, found by name, address or number, page by page', async () => {
    const named = [await colleague('序南'), await colleague('序北'), await colleague('序安')]
    await save({ tenantUserIds: named.map(({ id }) => id) })
    const names = async (input: Partial<InputOf<typeof studyUserList>>) =>
      (await list({ keyWord: '序', ...input })).map(({ fullName }) => fullName)
    expect(await names({})).toEqual(['序安', '序北', '序南'])
    expect(await names({ sortBy: 'fullName', sortOrder: 'desc' })).toEqual(['序南', '序北', '序安'])
    expect(await names({ limit: 2, page: 2 })).toEqual(['序南'])
    expect(await names({ keyWord: named[1]?.email ?? '' })).toEqual(['序北'])
    expect(await listAnswer({ keyWord: '无此人' })).toMatchObject({ data: { list: [], totalCount: 0 } })
  })
})

describe('the role in the tenant', () => {
  it('is shown in the reader’s language', async () => {
    const place = { roleId: tenantAdministrator.id }
    const { id } = await addTenantUser(suite.database, suite.here.tenantId, { fullName: '角色可见' }, place)
    await save({ tenantUserIds: [id] })
    const shown = async (language: 'zh' | 'en') =>
      (await list({ keyWord: '角色可见' }, { ...suite.here, language })).map(({ roleName }) => roleName)
    const { name, nameEn } = tenantAdministrator
    expect([await shown('zh'), await shown('en')]).toEqual([[name], [nameEn]])
  })
})

describe('cancelling', () => {
  it('at the study takes all of somebody’s sites; at a site that one alone', async () => {
    const [user, other] = [await colleague(), await colleague()]
    await save({ tenantUserIds: [user.id, other.id], studySiteIds: sites })
    const row = await rowOf(user, { studySiteId: first() })
    expect(await remove([row?.id ?? ''], true)).toMatchObject({ code: codes.ok, message: '已取消授权' })
    expect(await rowOf(user, { studySiteId: first() })).toBeUndefined()
    expect(await rowOf(user)).toMatchObject({ siteCount: 1, siteNames: ['云岫院区'] })
    const [left, both] = [await rowOf(user), await rowOf(other)]
    expect(await remove([left?.id ?? '', both?.id ?? ''])).toMatchObject({ code: codes.ok })
    for (const person of [user, other]) expect(await rowOf(person)).toBeUndefined()
    const event = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('call', '=', studyUserRemove.path)
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    const sitesLeft = [{ tenantUserId: user.id }, { tenantUserId: other.id }, { tenantUserId: other.id }]
    expect(event).toMatchObject({ before: { list: sitesLeft }, after: null })
  })

  it('at a site is refused of who has the whole study', async () => {
    const [user, whole] = [await colleague(), await colleague()]
    await save({ tenantUserIds: [user.id], studySiteIds: [first()] })
    await save({ tenantUserIds: [whole.id] })
    const [one, other] = [
      await rowOf(user, { studySiteId: first() }),
      await rowOf(whole, { studySiteId: first() }),
    ]
    expect(other).toMatchObject({ wholeStudy: true })
    expect(await remove([one?.id ?? '', other?.id ?? ''], true)).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('整个研究'),
    })
    expect(await rowOf(user)).toBeDefined()
    // Their own row of the site, from before, would not shut them out either.
    await save({ tenantUserIds: [user.id] })
    expect(await rowOf(user)).toMatchObject({ wholeStudy: true, siteCount: 1 })
    const both = await rowOf(user, { studySiteId: first() })
    expect(await remove([both?.id ?? ''], true)).toMatchObject({ code: codes.conflict })
    expect(await remove([both?.id ?? ''])).toMatchObject({ code: codes.ok })
    expect(await rowOf(user)).toBeUndefined()
  })

  it('is of what is there, of one study, all or none', async () => {
    const user = await colleague()
    const other = await addStudy(suite.database, { tenantId: suite.here.tenantId, softwareId: edc }, '另一')
    await save({ tenantUserIds: [user.id] })
    await save({ tenantUserIds: [user.id], studyUrlId: other.studyUrlId })
    const id = (await rowOf(user))?.id ?? ''
    const [elsewhere] = await list({ studyUrlId: other.studyUrlId })
    expect((await remove([id, elsewhere?.id ?? ''])).errors?.map(({ field }) => field)).toEqual(['ids'])
    expect(await remove([id, 'nobody'])).toMatchObject({
      code: codes.notFound,
      message: '部分授权已被取消，列表已过期，请刷新后重试',
    })
    expect((await remove([])).errors?.map(({ field }) => field)).toEqual(['ids'])
    expect(await rowOf(user)).toBeDefined()
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove([id])))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([codes.ok, ...Array(3).fill(codes.notFound)])
  })
})

describe('what somebody may do in the product', () => {
  const grantTo = ({ id: tenantUserId }: { id: string }) => {
    const { tenantId, studyUrlId } = study
    const grants = { generalRoleId: '', roles: [], siteIds: sites, allSites: false }
    const row = {
      tenantId,
      id: randomUUID(),
      studyUrlId,
      tenantUserId,
      language: 'zh',
      batchId: tenantUserId,
    }
    return suite.database.owner
      .insertInto('productAuthorization')
      .values({ ...row, grants: JSON.stringify(grants) })
      .execute()
  }
  const grantsOf = async (users: readonly { id: string }[]) => {
    const ids = users.map(({ id }) => id)
    const rows = await suite.database.owner
      .selectFrom('productAuthorization')
      .select('tenantUserId')
      .where('tenantUserId', 'in', ids)
      .execute()
    return ids.filter((id) => rows.some(({ tenantUserId }) => tenantUserId === id))
  }

  it('goes with their last authorization, also where two cancel one site each at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => colleague()))
    const [kept, ...taken] = users
    await save({ tenantUserIds: users.map(({ id }) => id), studySiteIds: sites })
    await Promise.all(users.map(grantTo))
    const rowAt = async (user: { id: string }, studySiteId: string) =>
      (await rowOf(user, { studySiteId }))?.id ?? ''
    await remove([await rowAt(kept ?? { id: '' }, first())], true)
    const cancelled = taken.map(async (user) => [await rowAt(user, first()), await rowAt(user, second())])
    const pairs = await Promise.all(cancelled)
    const answers = await Promise.all(pairs.flat().map((id) => remove([id], true)))
    expect(answers.map(({ code }) => code)).toEqual(Array(14).fill(codes.ok))
    expect(await grantsOf(users)).toEqual([kept?.id])
  })
})

describe('another tenant', () => {
  it('is neither shown nor changed, but by the platform', async () => {
    const stranger = await colleague('别家授权', suite.there.tenantId)
    const { studyUrlId } = foreign
    const theirs = { studyUrlId, tenantUserIds: [stranger.id] }
    expect(await save(theirs)).toMatchObject({ code: codes.notFound })
    expect(await save(theirs, suite.guest)).toMatchObject({ code: codes.forbidden })
    expect(await save(theirs, suite.admin)).toMatchObject({ code: codes.ok })
    const [row] = await list({ studyUrlId }, suite.admin)
    expect(row).toMatchObject({ fullName: '别家授权' })
    expect(await listAnswer({ studyUrlId })).toMatchObject({ code: codes.notFound, data: null })
    expect(await listAnswer({ studySiteId: foreignSite })).toMatchObject({ code: codes.notFound })
    expect(await remove([row?.id ?? ''])).toMatchObject({ code: codes.notFound })
    expect(await remove([row?.id ?? ''], false, suite.admin)).toMatchObject({ code: codes.ok })
    expect(await list({ studyUrlId }, suite.there)).toEqual([])
  })
})

describe('the licence', () => {
  /** A study of another product, whose licence has so many places. */
  const limited = async (maxUser: number, facts: object = {}) => {
    const { tenantId } = suite.here
    await suite.database.owner
      .deleteFrom('tenantSoftware')
      .where('tenantId', '=', tenantId)
      .where('softwareId', '=', rtsm)
      .execute()
    await licence(tenantId, rtsm, { userEnable: true, maxUser, ...facts })
    return addStudy(suite.database, { tenantId, softwareId: rtsm }, `限额${randomUUID()}`)
  }

  it('has room for so many, whoever authorizes them at the same moment', async () => {
    const { studyUrlId } = await limited(5)
    const users = await Promise.all(Array.from({ length: 12 }, () => colleague()))
    const answers = await Promise.all(users.map(({ id }) => save({ studyUrlId, tenantUserIds: [id] })))
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(5)
    const refused = answers.filter(({ code }) => code === codes.licence)
    expect(refused).toHaveLength(7)
    expect(refused[0]?.message).toContain('上限 5 名，已用 5 名')
    expect(await list({ studyUrlId })).toHaveLength(5)
    // Who is there needs no further place for another study, and whoever is taken out leaves theirs.
    const [row] = await list({ studyUrlId })
    const second = await addStudy(
      suite.database,
      { tenantId: suite.here.tenantId, softwareId: rtsm },
      '同一人',
    )
    const again = { studyUrlId: second.studyUrlId, tenantUserIds: [row?.tenantUserId ?? ''] }
    expect(await save(again)).toMatchObject({ code: codes.ok })
    const fresh = { studyUrlId, tenantUserIds: [(await colleague()).id] }
    expect(await save(fresh)).toMatchObject({ code: codes.licence })
    const other = (await list({ studyUrlId })).find(({ tenantUserId }) => tenantUserId !== row?.tenantUserId)
    await remove([other?.id ?? ''])
    expect(await save(fresh)).toMatchObject({ code: codes.ok })
    for (const studyUrl of [studyUrlId, second.studyUrlId])
      await remove((await list({ studyUrlId: studyUrl })).map(({ id }) => id))
  })

  it('is needed, and must hold today', async () => {
    const { studyUrlId } = await limited(5, { isEnable: false })
    const tenantUserIds = [(await colleague()).id]
    expect(await save({ studyUrlId, tenantUserIds })).toMatchObject({ code: codes.licence })
    await suite.database.owner.deleteFrom('tenantSoftware').where('softwareId', '=', rtsm).execute()
    expect(await save({ studyUrlId, tenantUserIds })).toMatchObject({ code: codes.licence })
    expect(await list({ studyUrlId })).toEqual([])
  })
})
