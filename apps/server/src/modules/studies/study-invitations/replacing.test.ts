import { randomUUID } from 'node:crypto'
import {
  codes,
  edcChanges,
  etmfChanges,
  type InputOf,
  inviteEtmf,
  inviteIwrs,
  iwrsChanges,
  softwareCodes,
  studyUserSave,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { addUser, messagesTo, type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import {
  accept,
  answering,
  type Inviting,
  newAddress,
  rejecting,
  roleId,
  saying,
  startInviting,
  typeId,
} from './test-kit/index.ts'

/* Tests for users who already have an authorization in the study and product of an invitation. */

let inviting: Inviting
let deliver: () => Promise<void>
/** Sites of the EDC study. */
let sites: [first: string, second: string, third: string]

beforeAll(async () => {
  inviting = await startInviting({ sites: 3 })
  deliver = rejecting(inviting).deliver
  const [first = '', second = '', third = ''] = inviting.edc.siteIds
  sites = [first, second, third]
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.received.length = 0
  inviting.product.respondWith(answering())
  // Rows of earlier tests must not be delivered.
  await inviting.suite.database.owner
    .updateTable('productAuthorization')
    .set({ nextAttemptAt: null })
    .execute()
})

type Invitation = Parameters<Inviting['invite']>[0]

const changesOf = (more: Invitation, sender: Sender = inviting.suite.here, language: 'zh' | 'en' = 'zh') =>
  send(inviting.suite.server, edcChanges, inviting.input(more), { ...sender, language })

const siteIdsOf = async (id: string) =>
  (await inviting.authorizationsOf(id)).map(({ studySiteId }) => studySiteId)

/** Adds a user who is authorized at all sites. */
const personAtAllSites = async (fullName: string) => {
  const person = await inviting.addPerson(fullName)
  await inviting.invite({ userList: [person.id], siteList: [...sites] })
  expect(await siteIdsOf(person.id)).toHaveLength(sites.length)
  inviting.product.received.length = 0
  return person
}

/** Authorizes a user at a site without roles in the product. */
const authorizeAt = (person: { readonly id: string }, siteId: string) =>
  send(
    inviting.suite.server,
    studyUserSave,
    { studyUrlId: inviting.edc.studyUrlId, studySiteIds: [siteId], tenantUserIds: [person.id] },
    inviting.suite.here,
  )

const otherRole = { userStudyRoles: [{ roleId: 'R2', environmentId: 'E1', roleName: 'DM' }] }

describe('the list of changes', () => {
  it('names people in the caller’s language', async () => {
    const one = await personAtAllSites('江改')
    await inviting.suite.database.owner
      .updateTable('appUser')
      .set({ fullNameEn: 'Jiang Gai' })
      .where('id', '=', one.userId)
      .execute()
    const names = async (language: 'zh' | 'en') =>
      (await changesOf({ userList: [one.id], ...otherRole }, undefined, language)).data?.changes.map(
        ({ name }) => name,
      )
    expect(await names('zh')).toEqual(['江改'])
    expect(await names('en')).toEqual(['Jiang Gai'])
  })

  it('names sites and roles before and after, the sites that would be lost first', async () => {
    const [first] = sites
    const [one, fresh] = [await personAtAllSites('林改'), await inviting.addPerson('新来')]
    const input = { userList: [one.id, fresh.id], siteList: [first], ...otherRole }
    expect(await changesOf(input)).toMatchObject({
      code: codes.ok,
      data: {
        changes: [
          {
            tenantUserId: one.id,
            name: '林改',
            addresses: [],
            before: {
              wholeStudy: false,
              siteCount: 3,
              siteNames: ['示例中心 2', '示例中心 3', '示例中心 1'],
              grant: { generalRoleId: 'M1', roles: [{ roleId: 'R1', roleName: 'CRA' }] },
            },
          },
        ],
        after: {
          wholeStudy: false,
          siteCount: 1,
          siteNames: ['示例中心 1'],
          grant: { roles: [{ roleId: 'R2', roleName: 'DM' }] },
        },
      },
    })
  })

  it('finds users by their addresses, and users who are authorized without roles', async () => {
    const { suite, addPerson } = inviting
    const [first] = sites
    const [known, stranger] = [newAddress(), newAddress()]
    const one = await addPerson('邮箱人')
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: known, emailKey: known, emailValid: 0 })
      .where('id', '=', one.userId)
      .execute()
    await authorizeAt(one, first)
    const { data } = await changesOf({ EmailList: [known, stranger], siteList: [first] })
    expect(data?.changes).toMatchObject([
      { tenantUserId: one.id, addresses: [known], before: { siteCount: 1, grant: null } },
    ])
  })

  it.each<[string, (siteIds: readonly string[]) => Invitation]>([
    ['in another order', (siteIds) => ({ siteList: siteIds.toReversed() })],
    [
      'with other names of the roles',
      (siteIds) => ({
        siteList: [...siteIds],
        userPowerRoleName: 'Standard user',
        userStudyRoles: [{ roleId: 'R1', environmentId: 'E1', roleName: '监查员' }],
      }),
    ],
  ])('is empty for the same authorization %s', async (_what, more) => {
    const one = await personAtAllSites('同前')
    const input = { userList: [one.id], ...more(sites) }
    expect((await changesOf(input)).data?.changes).toEqual([])
    expect((await inviting.invite(input)).data).toMatchObject({ success: ['同前'] })
  })

  it('treats the whole study and a list of all its sites as different', async () => {
    const one = await personAtAllSites('全研究')
    const { data } = await changesOf({ userList: [one.id], siteList: [] })
    expect(data?.changes).toMatchObject([{ before: { wholeStudy: false, siteCount: 3 } }])
    expect(data?.after).toMatchObject({ wholeStudy: true, siteCount: 0, siteNames: [] })
  })

  it('omits users who are disabled in the tenant, because they keep what they have', async () => {
    const one = await personAtAllSites('停用')
    await inviting.suite.database.owner
      .updateTable('tenantUser')
      .set({ enabled: 1 })
      .where('id', '=', one.id)
      .execute()
    expect((await changesOf({ userList: [one.id], siteList: [] })).data?.changes).toEqual([])
    expect((await inviting.invite({ userList: [one.id], siteList: [] })).data?.outcomes).toMatchObject([
      { state: 'unauthorized' },
    ])
    expect(await siteIdsOf(one.id)).toHaveLength(3)
  })

  it('compares blinding and depots in RTSM, and the product’s own sites in eTMF', async () => {
    const { suite, addPerson, tenantId } = inviting
    const [druggist, filer] = [await addPerson('药师'), await addPerson('文档员')]
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    const inRtsm = (role: Partial<InputOf<typeof inviteIwrs>['userRoleList'][number]>) => ({
      ...{ tenantId, studyUrlId: rtsm.studyUrlId, userList: [druggist.id] },
      ...{ userRole: roleId, userTypeId: typeId },
      userRoleList: [{ projectId: 'P1', roleId: 'R1', stockHouseList: ['S1'], ...role }],
    })
    await send(suite.server, inviteIwrs, inRtsm({}), suite.here)
    const rtsmChanges = async (role: Parameters<typeof inRtsm>[0]) =>
      (await send(suite.server, iwrsChanges, inRtsm(role), suite.here)).data?.changes.length
    expect(await rtsmChanges({})).toBe(0)
    expect(await rtsmChanges({ stockHouseList: ['S2'] })).toBe(1)
    expect(await rtsmChanges({ isBlind: 0, unblindingReason: '负责药物供应' })).toBe(1)

    const etmf = await inviting.linked(softwareCodes.etmf)
    const inEtmf = (SiteList: string[]) => ({
      ...{ TenantId: tenantId, studyUrlId: etmf.studyUrlId, UserList: [filer.id], SiteList },
      ...{ UserRole: roleId, UserTypeId: typeId, tenantRoleId: 'T1', studyRoleId: 'S1' },
    })
    await send(suite.server, inviteEtmf, inEtmf(['own-1']), suite.here)
    const found = async (siteIds: string[]) =>
      (await send(suite.server, etmfChanges, inEtmf(siteIds), suite.here)).data?.changes
    expect(await found(['own-1'])).toEqual([])
    expect(await found(['own-2'])).toMatchObject([
      { before: { wholeStudy: true, grant: { siteIds: ['own-1'] } } },
    ])
  })

  it('discloses nothing about another tenant’s users, and rejects another tenant’s study', async () => {
    const { suite, edc } = inviting
    const one = await personAtAllSites('本家人')
    const { tenantId } = suite.there
    expect(await changesOf({ userList: [one.id] }, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await changesOf({ userList: [one.id], tenantId }, suite.there)).toMatchObject({
      code: codes.notFound,
    })
    const { id: userId } = await addUser(suite.database, { fullName: '别家人' })
    const theirs = randomUUID()
    await suite.database.owner.insertInto('tenantUser').values({ tenantId, id: theirs, userId }).execute()
    const result = await changesOf({ userList: [theirs], studyUrlId: edc.studyUrlId })
    expect(result).toMatchObject({ code: codes.invalid, errors: [{ field: 'userList' }] })
    expect(JSON.stringify(result)).not.toContain('别家人')
  })
})

describe('an invitation of users with another authorization', () => {
  it.each([
    ['zh', '以下人员在该研究和软件中已有不同的授权，请确认替换：改前'],
    [
      'en',
      'These people already have a different authorization in this study and product. Confirm that it is replaced: 改前',
    ],
  ] as const)('is rejected in %s without a confirmation, and nothing happens', async (language, message) => {
    const { suite, invite, product, grantsOf, addPerson } = inviting
    const [first] = sites
    const [one, fresh] = [await personAtAllSites('改前'), await addPerson('同批')]
    const address = newAddress()
    const people = { userList: [one.id, fresh.id], EmailList: [address] }
    const sent = { ...people, siteList: [first], ...otherRole, replacing: [fresh.id] }
    expect(await invite(sent, { ...suite.here, language })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'userList', message }],
    })
    expect(await siteIdsOf(one.id)).toHaveLength(3)
    expect(await siteIdsOf(fresh.id)).toEqual([])
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'accepted', grants: { roles: [{ roleId: 'R1' }] } },
    ])
    expect(await messagesTo(suite.database, address)).toEqual([])
    expect(product.received).toEqual([])
  })

  it('replaces it once it is confirmed, so that Atrium and the product have the same sites', async () => {
    const { suite, invite, product, edc, grantsOf } = inviting
    const [first, second] = sites
    const one = await personAtAllSites('替换')
    const sent = { userList: [one.id], siteList: [second], ...otherRole }
    expect((await invite({ ...sent, replacing: [one.id] })).data).toMatchObject({ success: ['替换'] })
    expect(product.received.map(({ body }) => body.grant.siteIds)).toEqual([[second]])
    expect(await siteIdsOf(one.id)).toEqual([second])
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'accepted', grants: { siteIds: [second], roles: [{ roleId: 'R2' }] } },
    ])
    const [ended, saved] = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['entity', 'actorId', 'before', 'after'])
      .where('entityId', '=', edc.studyUrlId)
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute()
    expect(saved).toMatchObject({
      entity: 'product_authorization',
      actorId: suite.here.userId,
      before: { list: [{ tenantUserId: one.id, siteIds: [...sites], roles: [{ roleId: 'R1' }] }] },
      after: { siteIds: [second], roles: [{ roleId: 'R2' }] },
    })
    expect(ended).toMatchObject({
      entity: 'study_user',
      actorId: null,
      before: { list: expect.arrayContaining([expect.objectContaining({ studySiteId: first })]) },
      after: null,
    })
    // The same request again changes nothing, and needs no confirmation.
    expect((await invite(sent)).data).toMatchObject({ success: ['替换'] })
    expect(await siteIdsOf(one.id)).toEqual([second])
  })

  it('replaces single sites by the whole study, and the whole study by single sites', async () => {
    const one = await personAtAllSites('整体')
    await inviting.invite({ userList: [one.id], siteList: [], replacing: [one.id] })
    expect(await siteIdsOf(one.id)).toEqual([null])
    const [first] = sites
    await inviting.invite({ userList: [one.id], siteList: [first], replacing: [one.id] })
    expect(await siteIdsOf(one.id)).toEqual([first])
  })

  it('is rejected if it names users that it does not invite, such as another tenant’s', async () => {
    const { suite, invite } = inviting
    const one = await inviting.addPerson('本人')
    const theirs = await suite.database.owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', suite.there.tenantId)
      .executeTakeFirstOrThrow()
    for (const replacing of [[theirs.id], ['nobody'], [one.id, theirs.id]])
      expect(await invite({ userList: [one.id], replacing })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'replacing' }],
      })
    expect(await siteIdsOf(one.id)).toEqual([])
  })

  it('restores sites and roles if the product rejects it, and a retry replaces the same ones', async () => {
    const { invite, product, grantsOf } = inviting
    const [first, second, third] = sites
    const rejections = rejecting(inviting)
    const one = await inviting.addPerson('复原')
    await invite({ userList: [one.id], siteList: [first, second] })
    product.respondWith(answering({ [one.userId]: '培训未完成' }))
    const sent = { userList: [one.id], siteList: [third], ...otherRole, replacing: [one.id] }
    expect((await invite(sent)).data?.outcomes).toMatchObject([{ state: 'refused', reason: '培训未完成' }])
    expect(await siteIdsOf(one.id)).toEqual([first, second].toSorted())
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'accepted', grants: { siteIds: [first, second], roles: [{ roleId: 'R1' }] } },
    ])
    product.respondWith(answering())
    const [rejected] = await rejections.list()
    expect(await rejections.retry(rejected?.id ?? '')).toMatchObject({ data: { state: 'accepted' } })
    expect(await siteIdsOf(one.id)).toEqual([third])
    expect(await grantsOf(one.id)).toMatchObject([
      { grants: { siteIds: [third], roles: [{ roleId: 'R2' }] } },
    ])
  })

  it('keeps the sites of a user without roles if the product rejects it', async () => {
    const { addPerson, invite, product } = inviting
    const [first, second] = sites
    const one = await addPerson('无角色')
    await authorizeAt(one, first)
    product.respondWith(answering({ [one.userId]: '培训未完成' }))
    await invite({ userList: [one.id], siteList: [second], replacing: [one.id] })
    expect(await siteIdsOf(one.id)).toEqual([first])
  })

  it('ends the earlier sites only when a product that was down accepts it', async () => {
    const { invite, product, waitPause, grantsOf } = inviting
    const [first, second] = sites
    const one = await personAtAllSites('等待')
    product.respondWith(saying({ nothing: true }))
    const sent = { userList: [one.id], siteList: [second], ...otherRole }
    expect((await invite({ ...sent, replacing: [one.id] })).data?.outcomes).toMatchObject([
      { state: 'waiting' },
    ])
    expect(await siteIdsOf(one.id)).toHaveLength(3)
    // The pending authorization counts as the present one.
    expect((await changesOf(sent)).data?.changes).toEqual([])
    expect((await invite(sent)).code).toBe(codes.ok)
    const other = { userList: [one.id], siteList: [first] }
    expect((await changesOf(other)).data?.changes).toMatchObject([
      { before: { siteCount: 1, siteNames: ['示例中心 2'], grant: { roles: [{ roleId: 'R2' }] } } },
    ])
    expect((await invite(other)).code).toBe(codes.invalid)
    product.respondWith(answering())
    await waitPause()
    await deliver()
    expect(await siteIdsOf(one.id)).toEqual([second])
    expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted' }])
  })

  it('keeps a site that was added after the confirmation', async () => {
    const { invite, product, waitPause } = inviting
    const [first, second, third] = sites
    const one = await inviting.addPerson('后加')
    await invite({ userList: [one.id], siteList: [first] })
    product.respondWith(saying({ nothing: true }))
    await invite({ userList: [one.id], siteList: [second], replacing: [one.id] })
    await authorizeAt(one, third)
    product.respondWith(answering())
    await waitPause()
    await deliver()
    expect(await siteIdsOf(one.id)).toEqual([second, third].toSorted())
  })

  it('returns to the first authorization while the change to another one is pending', async () => {
    const { invite, product, waitPause } = inviting
    const [first, second] = sites
    const one = await inviting.addPerson('反复')
    await invite({ userList: [one.id], siteList: [first] })
    product.respondWith(saying({ nothing: true }))
    await invite({ userList: [one.id], siteList: [second], replacing: [one.id] })
    await invite({ userList: [one.id], siteList: [first], replacing: [one.id] })
    expect(await siteIdsOf(one.id)).toHaveLength(2)
    product.respondWith(answering())
    await waitPause()
    await deliver()
    expect(await siteIdsOf(one.id)).toEqual([first])
  })

  it('ends earlier sites when somebody who has them accepts an invitation by e-mail', async () => {
    const { invite, suite, grantsOf } = inviting
    const [first] = sites
    const one = await personAtAllSites('后来受邀')
    const address = newAddress()
    await invite({ EmailList: [address], siteList: [first], ...otherRole })
    // The user’s address is changed to the invited one.
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', one.userId)
      .execute()
    expect((await accept(suite, address)).code).toBe(codes.ok)
    expect(await siteIdsOf(one.id)).toHaveLength(3)
    await deliver()
    expect(await siteIdsOf(one.id)).toEqual([first])
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'accepted', grants: { roles: [{ roleId: 'R2' }] } },
    ])
  })
})
