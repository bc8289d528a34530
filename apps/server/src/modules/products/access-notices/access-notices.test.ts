import { randomUUID } from 'node:crypto'
import {
  codes,
  domainDelete,
  licenceSave,
  membershipStatus,
  type ProductGrant,
  redeem,
  tenantUserDelete,
  tenantUserUpdateBase,
  userStatus,
  userUpdate,
} from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { tokenHash } from '../../../platform/caller/token.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { until } from '../../messages/test-kit/index.ts'
import { insertMembership } from '../../tenants/tenant-users/test-kit/index.ts'
import { addDomain } from '../licences/test-kit/index.ts'
import { accepting, type Notices, startNotices } from './test-kit/index.ts'

jest.setTimeout(180_000)

let kit: Notices

beforeAll(async () => {
  kit = await startNotices()
})

afterAll(() => kit.close())

beforeEach(async () => {
  kit.product.received.length = 0
  kit.product.respondWith(accepting())
  await kit.work()
})

afterEach(async () => {
  await kit.stopWork()
  await kit.forget()
  expect(kit.errors.splice(0)).toEqual([])
})

/** Makes a change, and waits for the notice about it. */
const noticeAfter = async (userId: string, change: () => Promise<{ readonly code: number }>) => {
  const { length } = kit.product.noticesOf(userId)
  expect(await change()).toMatchObject({ code: codes.ok })
  await until(() => kit.product.noticesOf(userId).length > length)
  await kit.reached(userId, 'notified')
  const [before, last] = kit.product.noticesOf(userId).slice(-2)
  if (before && last) expect(last.accessVersion).toBeGreaterThan(before.accessVersion)
  return last ?? before
}

/** The notice about a user who may not open the product. It contains nothing about the person. */
const withoutAccess = (userId: string) => ({
  user: { userId, userName: '', fullName: '', email: '', phone: '', language: '' },
  accessVersion: expect.any(Number),
  mayOpen: false,
  studies: [],
})

const grant: ProductGrant = { generalRoleId: 'M1', roles: [], siteIds: [], allSites: true }

/** Stores grants of a user in the study, as an invitation does. */
const addGrant = async (tenantUserId: string, facts: object = {}) => {
  const { tenantId, studyUrlId } = kit.study
  const id = randomUUID()
  const row = { tenantId, id, studyUrlId, tenantUserId, grants: JSON.stringify(grant), language: 'zh' }
  await kit.suite.database.owner
    .insertInto('productAuthorization')
    .values({ ...row, batchId: id, ...facts })
    .execute()
  return id
}

const changeGrant = (id: string, facts: object) =>
  kit.suite.database.owner.updateTable('productAuthorization').set(facts).where('id', '=', id).execute()

describe('a product is notified', () => {
  it('of all rights that remain when authorizations are granted and cancelled', async () => {
    const user = await kit.colleague()
    const { study, product } = kit
    const sites = [expect.objectContaining({ id: kit.first }), expect.objectContaining({ id: kit.second })]
    const { fullName } = user
    expect(await noticeAfter(user.userId, () => kit.authorize(user.id))).toMatchObject({
      user: { userId: user.userId, fullName, language: 'zh' },
      accessVersion: expect.any(Number),
      mayOpen: true,
      studies: [
        { studyUrlId: study.studyUrlId, study: { id: study.studyId, name: '示例研究' }, sites, grant: null },
      ],
    })
    expect(product.callsAbout(user.userId)).toMatchObject([
      {
        body: {
          tenantId: study.tenantId,
          tenantUrlId: study.tenantUrlId,
          tenantName: expect.stringMatching(/./),
        },
      },
    ])
    const atFirst = await kit.rowOf(user, { studySiteId: kit.first })
    expect(await noticeAfter(user.userId, () => kit.remove([atFirst?.id ?? ''], true))).toMatchObject({
      mayOpen: true,
      studies: [{ studyUrlId: study.studyUrlId, sites: [{ id: kit.second }] }],
    })
    const atSecond = await kit.rowOf(user)
    expect(await noticeAfter(user.userId, () => kit.remove([atSecond?.id ?? '']))).toEqual(
      withoutAccess(user.userId),
    )
    const { accessVersion } = product.noticesOf(user.userId).at(-1) ?? {}
    expect(await kit.noteOf(user.userId)).toMatchObject({
      version: accessVersion,
      notifiedVersion: accessVersion,
      attempts: 0,
      failure: null,
    })
  })

  it('when a user is disabled and enabled in the tenant', async () => {
    const user = await kit.authorized()
    const set = (enabled: number, rowVersion: number) =>
      send(kit.suite.server, tenantUserUpdateBase, { id: user.id, enabled, rowVersion }, kit.suite.here)
    expect(await noticeAfter(user.userId, () => set(membershipStatus.disabled, 1))).toEqual(
      withoutAccess(user.userId),
    )
    expect(await noticeAfter(user.userId, () => set(membershipStatus.enabled, 2))).toMatchObject({
      mayOpen: true,
      studies: [{ studyUrlId: kit.study.studyUrlId }],
    })
  })

  it('when a user is locked and unlocked', async () => {
    const user = await kit.authorized()
    const set = (status: '0' | '1') =>
      send(kit.suite.server, userUpdate, { id: user.userId, status }, kit.suite.admin)
    expect(await noticeAfter(user.userId, () => set(userStatus.locked))).toEqual(withoutAccess(user.userId))
    expect(await noticeAfter(user.userId, () => set(userStatus.normal))).toMatchObject({
      user: { fullName: user.fullName },
      mayOpen: true,
    })
  })

  it('when a user is removed from the tenant', async () => {
    const user = await kit.authorized()
    const row = await kit.rowOf(user)
    await noticeAfter(user.userId, () => kit.remove([row?.id ?? '']))
    const remove = () => send(kit.suite.server, tenantUserDelete, { id: user.id }, kit.suite.here)
    expect(await noticeAfter(user.userId, remove)).toEqual(withoutAccess(user.userId))
  })

  it('when the tenant’s licence is switched off and on', async () => {
    const user = await kit.authorized()
    const { tenantId, softwareId } = kit.study
    const { id } = await kit.suite.database.owner
      .selectFrom('tenantSoftware')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('softwareId', '=', softwareId)
      .executeTakeFirstOrThrow()
    const set = (isEnable: boolean, rowVersion: number) =>
      send(kit.suite.server, licenceSave, { id, tenantId, softwareId, isEnable, rowVersion }, kit.suite.admin)
    expect(await noticeAfter(user.userId, () => set(false, 1))).toEqual(withoutAccess(user.userId))
    expect(await noticeAfter(user.userId, () => set(true, 2))).toMatchObject({ mayOpen: true })
  })

  it('once of several changes in one transaction, with the last state', async () => {
    const user = await kit.authorized()
    const { tenantId, studyUrlId } = kit.study
    kit.product.received.length = 0
    await kit.suite.database.owner.transaction().execute(async (trx) => {
      await trx.deleteFrom('studyUser').where('tenantUserId', '=', user.id).execute()
      const key = { tenantId, id: randomUUID(), studyUrlId, tenantUserId: user.id }
      await trx
        .insertInto('studyUser')
        .values({ ...key, studySiteId: kit.first })
        .execute()
      await trx.updateTable('studyUser').set({ studySiteId: kit.second }).where('id', '=', key.id).execute()
    })
    await kit.reached(user.userId, 'notified')
    expect(kit.product.noticesOf(user.userId)).toMatchObject([{ studies: [{ sites: [{ id: kit.second }] }] }])
    expect(await kit.pendingJobs()).toBe(0)
  })

  it('of nothing that was rolled back', async () => {
    const user = await kit.authorized()
    const before = await kit.noteOf(user.userId)
    kit.product.received.length = 0
    const work = kit.suite.database.owner.transaction().execute(async (trx) => {
      await trx.deleteFrom('studyUser').where('tenantUserId', '=', user.id).execute()
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await kit.pendingJobs()).toBe(0)
    const other = await kit.authorized()
    expect(kit.product.received).toHaveLength(1)
    expect(kit.product.noticesOf(other.userId)).toHaveLength(1)
    expect(await kit.noteOf(user.userId)).toEqual(before)
  })

  it('at each of the tenant’s domains where it knows the user, and when a study moves between them', async () => {
    const { owner } = kit.suite.database
    const { tenantId, softwareId, studyUrlId, tenantUrlId } = kit.study
    const other = await addDomain(owner, { tenantId, softwareId })
    await kit.setApiUrl(other)
    const user = await kit.authorized()
    const moveTo = (domain: string) =>
      owner.updateTable('studyUrl').set({ tenantUrlId: domain }).where('id', '=', studyUrlId).execute()
    const reachedBoth = async () => {
      await kit.reached(user.userId, 'notified')
      await kit.reached(user.userId, 'notified', { ...kit.study, tenantUrlId: other })
    }
    try {
      await moveTo(other)
      await reachedBoth()
      kit.product.received.length = 0
      const row = await kit.rowOf(user)
      expect(await kit.remove([row?.id ?? ''])).toMatchObject({ code: codes.ok })
      await reachedBoth()
      const calls = kit.product.callsAbout(user.userId)
      expect(new Set(calls.map(({ body }) => body.tenantUrlId))).toEqual(new Set([tenantUrlId, other]))
      expect(kit.product.noticesOf(user.userId)).toEqual([
        withoutAccess(user.userId),
        withoutAccess(user.userId),
      ])
    } finally {
      await moveTo(tenantUrlId)
    }
  })

  it('of no user of another tenant, and of no rights there', async () => {
    const { study, foreign, suite } = kit
    const user = await kit.authorized()
    const member = await insertMembership(suite.database, { tenantId: foreign.tenantId, userId: user.userId })
    expect(
      await kit.save({ studyUrlId: foreign.studyUrlId, tenantUserIds: [member] }, suite.there),
    ).toMatchObject({
      code: codes.ok,
    })
    await kit.reached(user.userId, 'notified', foreign)
    await send(suite.server, userUpdate, { id: user.userId, status: userStatus.locked }, suite.admin)
    await send(suite.server, userUpdate, { id: user.userId, status: userStatus.normal }, suite.admin)
    for (const at of [study, foreign]) await kit.reached(user.userId, 'notified', at)
    const studiesOf = (tenantId: string) =>
      new Set(
        kit.product
          .callsAbout(user.userId)
          .filter(({ body }) => body.tenantId === tenantId)
          .flatMap(({ body }) => body.users.flatMap(({ studies }) => studies))
          .map(({ studyUrlId }) => studyUrlId),
      )
    expect(studiesOf(study.tenantId)).toEqual(new Set([study.studyUrlId]))
    expect(studiesOf(foreign.tenantId)).toEqual(new Set([foreign.studyUrlId]))
  })
})

describe('authorizations of an invitation', () => {
  it('are not notified before somebody accepts it', async () => {
    const { owner } = kit.suite.database
    const { tenantId, studyUrlId } = kit.study
    const email = `${randomUUID()}@hospital.example`
    const invitationId = randomUUID()
    const invitation = {
      keyHash: email,
      email,
      emailKey: email,
      language: 'zh' as const,
      inviterName: '邀请人',
    }
    await owner
      .insertInto('invitation')
      .values({ ...invitation, tenantId, id: invitationId, expiresAt: sql<Date>`now() + interval '1 day'` })
      .execute()
    const id = randomUUID()
    await owner.insertInto('studyUser').values({ tenantId, id, studyUrlId, invitationId }).execute()
    expect(await kit.pendingJobs()).toBe(0)
    const user = await kit.colleague()
    await owner
      .updateTable('studyUser')
      .set({ invitationId: null, tenantUserId: user.id })
      .where('id', '=', id)
      .execute()
    await kit.reached(user.userId, 'notified')
    expect(kit.product.received).toHaveLength(1)
    expect(kit.product.noticesOf(user.userId)).toMatchObject([{ mayOpen: true }])
  })

  it('are left out until the product accepts them, and then notified again', async () => {
    const { owner } = kit.suite.database
    const user = await kit.authorized()
    const row = await owner
      .selectFrom('studyUser')
      .select('id')
      .where('tenantUserId', '=', user.id)
      .where('studySiteId', '=', kit.second)
      .executeTakeFirstOrThrow()
    const id = await addGrant(user.id, { studyUserIds: [row.id], attempts: 1 })
    const { userId } = user
    const set = (status: '0' | '1') =>
      send(kit.suite.server, userUpdate, { id: userId, status }, kit.suite.admin)
    await noticeAfter(userId, () => set(userStatus.locked))
    expect(await noticeAfter(userId, () => set(userStatus.normal))).toMatchObject({
      studies: [{ sites: [{ id: kit.first }], grant: null }],
    })
    await changeGrant(id, { state: 'accepted', acceptedGrants: sql`grants`, studyUserIds: [] })
    await until(() => kit.product.noticesOf(userId).length === 4)
    expect(kit.product.noticesOf(userId).at(-1)).toMatchObject({
      studies: [{ sites: [{ id: kit.first }, { id: kit.second }], grant }],
    })
  })

  it('delay a notice while they are delivered for the first time', async () => {
    const user = await kit.authorized()
    const id = await addGrant(user.id)
    const atFirst = await kit.rowOf(user, { studySiteId: kit.first })
    kit.product.received.length = 0
    expect(await kit.remove([atFirst?.id ?? ''], true)).toMatchObject({ code: codes.ok })
    // The job has ended, and another one looks again later.
    await until(async () => (await kit.delayedJobs()) === 1)
    expect(kit.product.received).toEqual([])
    // An attempt has failed: the notice waits no longer.
    await changeGrant(id, { attempts: 1 })
    await kit.skipPause()
    await kit.reached(user.userId, 'notified')
    expect(kit.product.noticesOf(user.userId)).toMatchObject([{ studies: [{ sites: [{ id: kit.second }] }] }])
  })
})

describe('a hand-over', () => {
  /** Redeems a new code of a user. */
  const handOver = async (userId: string) => {
    const { tenantId, tenantUrlId, softwareId } = kit.study
    const code = randomUUID()
    await kit.suite.database.owner
      .insertInto('handOver')
      .values({
        tenantId,
        id: code,
        codeHash: tokenHash(code),
        address: 'https://edc.example/',
        softwareId,
        tenantUrlId,
        userId,
        sessionHash: tokenHash(kit.suite.here.token),
        expiresAt: sql<Date>`now() + interval '1 minute'`,
      })
      .execute()
    return send(kit.suite.server, redeem, { code, address: 'https://edc.example/' }, { signer: kit.edc })
  }
  const forget = (userId: string) =>
    kit.suite.database.owner.deleteFrom('productAccess').where('userId', '=', userId).execute()

  it('counts as notified, so that later changes have a higher version', async () => {
    const user = await kit.authorized()
    await forget(user.userId)
    const { data } = await handOver(user.userId)
    expect(await kit.noteOf(user.userId)).toMatchObject({
      state: 'notified',
      version: data?.accessVersion,
      notifiedVersion: data?.accessVersion,
      notifiedAt: expect.any(Date),
    })
    const row = await kit.rowOf(user)
    const notice = await noticeAfter(user.userId, () => kit.remove([row?.id ?? '']))
    expect(notice?.accessVersion).toBeGreaterThan(data?.accessVersion ?? 0)
  })

  it('leaves a pending notification pending', async () => {
    const user = await kit.authorized()
    await kit.stopWork()
    await kit.suite.database.owner.deleteFrom('studyUser').where('studySiteId', '=', kit.first).execute()
    const note = await kit.noteOf(user.userId)
    expect(note).toMatchObject({ state: 'waiting' })
    expect((await handOver(user.userId)).data).toMatchObject({
      accessVersion: note?.version,
      studies: [{ sites: [{ id: kit.second }] }],
    })
    expect(await kit.noteOf(user.userId)).toEqual(note)
  })

  it('has version 0 at a domain without an API, which gets no notifications', async () => {
    const user = await kit.authorized()
    await forget(user.userId)
    await kit.setApiUrl(kit.study.tenantUrlId, '')
    try {
      expect((await handOver(user.userId)).data).toMatchObject({ accessVersion: 0 })
      await kit.suite.database.owner.deleteFrom('studyUser').where('tenantUserId', '=', user.id).execute()
      expect(await kit.noteOf(user.userId)).toBeUndefined()
      expect(await kit.pendingJobs()).toBe(0)
    } finally {
      await kit.setApiUrl(kit.study.tenantUrlId)
    }
  })
})

it('keeps no domain from being deleted', async () => {
  const { tenantId, softwareId } = kit.study
  const { owner } = kit.suite.database
  const user = await kit.colleague()
  const id = await addDomain(owner, { tenantId, softwareId })
  await owner.insertInto('productAccess').values({ tenantId, tenantUrlId: id, userId: user.userId }).execute()
  expect(await send(kit.suite.server, domainDelete, { id }, kit.suite.admin)).toMatchObject({
    code: codes.ok,
  })
  expect(await owner.selectFrom('productAccess').where('tenantUrlId', '=', id).execute()).toEqual([])
})

it('shows a tenant’s session its own rows, which it cannot write', async () => {
  const user = await kit.authorized()
  const { db } = kit.suite.database
  const read = (tenantId: string) =>
    inTransaction(db, asTenants([tenantId]), (trx) =>
      trx.selectFrom('productAccess').select('state').where('userId', '=', user.userId).execute(),
    )
  expect(await read(kit.study.tenantId)).toEqual([{ state: 'notified' }])
  expect(await read(kit.foreign.tenantId)).toEqual([])
  const write = inTransaction(db, asTenants([kit.study.tenantId]), (trx) =>
    trx.updateTable('productAccess').set({ version: 1 }).where('userId', '=', user.userId).execute(),
  )
  await expect(write).rejects.toThrow('permission denied for table product_access')
})
