import {
  codes,
  findRegistration,
  licenceList,
  softwareCodes,
  tenantUserDelete,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServices } from '../../../../test-support/services.ts'
import { type Person, type Suite, signedIn, startSuite } from '../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import { addMembership, secretSentTo, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../../products/licences/test-kit/index.ts'
import { invite } from '../invitations/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { addColleague, eventsOf, membership, membershipOf, tenantRole } from './test-kit/memberships.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const remove = (id: string, { token }: Person = suite.here) =>
  send(suite.server, tenantUserDelete, { id }, { token })
const colleague = (roleId: string | null = null) => addColleague(suite, suite.here.tenantId, roleId)
const isThere = async ({ userId }: { userId: string }) =>
  (await membershipOf(suite, suite.here.tenantId, userId)) !== undefined

const softwareId = softwareCodes.edc

/** Adds a study with a licensed product to the tenant `here`. */
const linkedStudy = async () => {
  const { owner } = suite.database
  const { tenantId } = suite.here
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: `licence-${tenantId}`, softwareId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const linked = { tenantId, softwareId }
  return addLinkedStudy(owner, { ...linked, tenantUrlId: await addDomain(owner, linked) })
}

/** Returns the number of used user seats of the licence. */
const used = async () => {
  const { data } = await send(
    suite.server,
    licenceList,
    { tenantId: suite.here.tenantId, softwareId },
    suite.admin,
  )
  return data?.list[0]?.nowUserNum
}

describe('removing a user from a tenant', () => {
  it('ends their membership and rights immediately; the account and other memberships remain', async () => {
    const user = await colleague(membership.role)
    const elsewhere = await addMembership(suite.database, user.userId, null)
    const token = await signInAs(suite.server, user.userName)
    expect(await remove(user.id)).toMatchObject({ code: codes.ok, message: '已从租户中移除' })
    expect(await isThere(user)).toBe(false)
    const { data } = await send(suite.server, userInfo, {}, { token })
    expect(data?.tenants.map(({ id }) => id)).toEqual([elsewhere])
    expect((await eventsOf(suite, tenantUserDelete)).at(-1)).toMatchObject({
      tenantId: suite.here.tenantId,
      entity: 'tenant_user',
      entityId: user.id,
      before: { userId: user.userId, userName: user.userName, roleId: membership.role, invitations: 0 },
      after: null,
    })
    expect(await remove(user.id)).toMatchObject({ code: codes.notFound })
  })

  it('also removes them from their departments', async () => {
    const user = await colleague()
    const { owner } = suite.database
    const { tenantId } = suite.here
    await owner
      .insertInto('department')
      .values({ tenantId, id: 'left', departmentName: '临床运营' })
      .execute()
    await owner
      .insertInto('departmentUser')
      .values({ tenantId, departmentId: 'left', tenantUserId: user.id })
      .execute()
    expect(await remove(user.id)).toMatchObject({ code: codes.ok })
    const left = await owner
      .selectFrom('departmentUser')
      .selectAll()
      .where('tenantUserId', '=', user.id)
      .execute()
    expect(left).toEqual([])
  })

  it('is rejected while they are authorized for studies, with the number of studies', async () => {
    const { owner } = suite.database
    const { tenantId } = suite.here
    const user = await colleague()
    for (const id of ['one', 'two'])
      await owner
        .insertInto('studyUser')
        .values({ tenantId, id, studyUrlId: await linkedStudy(), tenantUserId: user.id })
        .execute()
    expect(await remove(user.id)).toMatchObject({
      code: codes.conflict,
      message: '该用户仍有 2 项研究授权，请先取消授权再移除',
    })
    expect(await isThere(user)).toBe(true)
    expect(await used()).toBe(1)
    await owner.deleteFrom('studyUser').where('tenantUserId', '=', user.id).execute()
    expect(await remove(user.id)).toMatchObject({ code: codes.ok })
    expect(await used()).toBe(0)
  })

  it('withdraws invitations that would add them again, which frees licence seats', async () => {
    const user = await colleague()
    const { db, owner } = suite.database
    const { tenantId, userId: invitedBy } = suite.here
    const invitation = { tenantId, email: user.email, language: 'zh', invitedBy } as const
    const invitationId = await inTransaction(db, asTenants([tenantId]), (trx) =>
      invite(trx, testServices(suite.database), invitation),
    )
    await owner
      .insertInto('studyUser')
      .values({ tenantId, id: 'invited', studyUrlId: await linkedStudy(), invitationId })
      .execute()
    const key = await secretSentTo(suite.database, user.email)
    expect(await used()).toBe(1)
    expect(await send(suite.server, findRegistration, { key })).toMatchObject({ code: codes.ok })
    expect(await remove(user.id)).toMatchObject({ code: codes.ok })
    expect(await used()).toBe(0)
    expect(await send(suite.server, findRegistration, { key })).toMatchObject({ code: codes.badCode })
  })
})

describe('permission to remove a user', () => {
  it('prevents users from removing themselves', async () => {
    const { tenantId, userId } = suite.here
    const own = await membershipOf(suite, tenantId, userId)
    expect(await remove(own?.id ?? '')).toMatchObject({ code: codes.conflict, message: '不能移除自己' })
    // The platform can remove the last administrator, because it can always add another.
    const last = await addMembership(suite.database, (await colleague()).userId, membership.role)
    const { id } = await suite.database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', last)
      .executeTakeFirstOrThrow()
    expect(await remove(id, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it('is forbidden for users with fewer rights, and not found for another tenant’s users', async () => {
    const clerk = await signedIn(suite.database, null)
    const roleId = await tenantRole(suite, ['tenantManager', 'tenantUser'])
    await insertMembership(suite.database, { tenantId: suite.here.tenantId, userId: clerk.userId, roleId })
    const [mighty, user] = [await colleague(membership.role), await colleague()]
    expect(await remove(mighty.id, clerk)).toMatchObject({
      code: codes.forbidden,
      message: '不能修改权限高于您的用户',
    })
    for (const { id } of [mighty, user])
      expect(await remove(id, suite.there)).toMatchObject({ code: codes.notFound })
    for (const person of [mighty, user]) expect(await isThere(person)).toBe(true)
    expect(await remove(user.id, clerk)).toMatchObject({ code: codes.ok })
  })
})
