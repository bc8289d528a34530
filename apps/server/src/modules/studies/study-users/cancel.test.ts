import { randomUUID } from 'node:crypto'
import { codes, softwareCodes, studyUserRemove } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addStudy, type StudyUsers, startStudyUsers } from './test-kit/index.ts'

let kit: StudyUsers

beforeAll(async () => {
  kit = await startStudyUsers()
})

afterAll(() => kit.suite.close())

describe('cancelling an authorization', () => {
  it('removes all of a user’s sites at the study, but only one at a site', async () => {
    const [user, other] = [await kit.colleague(), await kit.colleague()]
    await kit.save({ tenantUserIds: [user.id, other.id], studySiteIds: kit.sites })
    const row = await kit.rowOf(user, { studySiteId: kit.first })
    expect(await kit.remove([row?.id ?? ''], true)).toMatchObject({ code: codes.ok, message: '已取消授权' })
    expect(await kit.rowOf(user, { studySiteId: kit.first })).toBeUndefined()
    expect(await kit.rowOf(user)).toMatchObject({ siteCount: 1, siteNames: ['云岫院区'] })
    const [left, both] = [await kit.rowOf(user), await kit.rowOf(other)]
    expect(await kit.remove([left?.id ?? '', both?.id ?? ''])).toMatchObject({ code: codes.ok })
    for (const person of [user, other]) expect(await kit.rowOf(person)).toBeUndefined()
    const event = await kit.suite.database.owner
      .selectFrom('auditEvent')
      .select(['before', 'after'])
      .where('call', '=', studyUserRemove.path)
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    const sitesLeft = [{ tenantUserId: user.id }, { tenantUserId: other.id }, { tenantUserId: other.id }]
    expect(event).toMatchObject({ before: { list: sitesLeft }, after: null })
  })

  it('is rejected at a site for a user who has the whole study', async () => {
    const [user, whole] = [await kit.colleague(), await kit.colleague()]
    await kit.save({ tenantUserIds: [user.id], studySiteIds: [kit.first] })
    await kit.save({ tenantUserIds: [whole.id] })
    const [one, other] = [
      await kit.rowOf(user, { studySiteId: kit.first }),
      await kit.rowOf(whole, { studySiteId: kit.first }),
    ]
    expect(other).toMatchObject({ wholeStudy: true })
    expect(await kit.remove([one?.id ?? '', other?.id ?? ''], true)).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('整个研究'),
    })
    expect(await kit.rowOf(user)).toBeDefined()
    // An older authorization of the user at the site makes no difference.
    await kit.save({ tenantUserIds: [user.id] })
    expect(await kit.rowOf(user)).toMatchObject({ wholeStudy: true, siteCount: 1 })
    const both = await kit.rowOf(user, { studySiteId: kit.first })
    expect(await kit.remove([both?.id ?? ''], true)).toMatchObject({ code: codes.conflict })
    expect(await kit.remove([both?.id ?? ''])).toMatchObject({ code: codes.ok })
    expect(await kit.rowOf(user)).toBeUndefined()
  })

  it('requires existing authorizations of a single study, and removes either all or none', async () => {
    const user = await kit.colleague()
    const other = await addStudy(
      kit.suite.database,
      { tenantId: kit.suite.here.tenantId, softwareId: softwareCodes.edc },
      '另一',
    )
    await kit.save({ tenantUserIds: [user.id] })
    await kit.save({ tenantUserIds: [user.id], studyUrlId: other.studyUrlId })
    const id = (await kit.rowOf(user))?.id ?? ''
    const [elsewhere] = await kit.list({ studyUrlId: other.studyUrlId })
    expect((await kit.remove([id, elsewhere?.id ?? ''])).errors?.map(({ field }) => field)).toEqual(['ids'])
    expect(await kit.remove([id, 'nobody'])).toMatchObject({
      code: codes.notFound,
      message: '部分授权已被取消，列表已过期，请刷新后重试',
    })
    expect((await kit.remove([])).errors?.map(({ field }) => field)).toEqual(['ids'])
    expect(await kit.rowOf(user)).toBeDefined()
    const responses = await Promise.all(Array.from({ length: 4 }, () => kit.remove([id])))
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, ...Array(3).fill(codes.notFound)])
  })
})

describe('a user’s grants in the product', () => {
  const grantTo = ({ id: tenantUserId }: { id: string }) => {
    const { tenantId, studyUrlId } = kit.study
    const grants = { generalRoleId: '', roles: [], siteIds: kit.sites, allSites: false }
    const row = {
      tenantId,
      id: randomUUID(),
      studyUrlId,
      tenantUserId,
      language: 'zh',
      batchId: tenantUserId,
    }
    return kit.suite.database.owner
      .insertInto('productAuthorization')
      .values({ ...row, grants: JSON.stringify(grants) })
      .execute()
  }
  const grantsOf = async (users: readonly { id: string }[]) => {
    const ids = users.map(({ id }) => id)
    const rows = await kit.suite.database.owner
      .selectFrom('productAuthorization')
      .select('tenantUserId')
      .where('tenantUserId', 'in', ids)
      .execute()
    return ids.filter((id) => rows.some(({ tenantUserId }) => tenantUserId === id))
  }

  it('are deleted with the last authorization, even if two calls cancel one site each concurrently', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => kit.colleague()))
    const [kept, ...taken] = users
    await kit.save({ tenantUserIds: users.map(({ id }) => id), studySiteIds: kit.sites })
    await Promise.all(users.map(grantTo))
    const rowAt = async (user: { id: string }, studySiteId: string) =>
      (await kit.rowOf(user, { studySiteId }))?.id ?? ''
    await kit.remove([await rowAt(kept ?? { id: '' }, kit.first)], true)
    const cancelled = taken.map(async (user) => [await rowAt(user, kit.first), await rowAt(user, kit.second)])
    const pairs = await Promise.all(cancelled)
    const responses = await Promise.all(pairs.flat().map((id) => kit.remove([id], true)))
    expect(responses.map(({ code }) => code)).toEqual(Array(14).fill(codes.ok))
    expect(await grantsOf(users)).toEqual([kept?.id])
  })
})
