import { randomUUID } from 'node:crypto'
import { codes, type ProductGrant, type StudyUser, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { toJson } from '../../../platform/database/json.ts'
import type { Reason } from '../../../platform/texts/translator.ts'
import {
  addStudy,
  addStudySite,
  type LinkedStudy,
  type StudyUsers,
  startStudyUsers,
} from './test-kit/index.ts'

let kit: StudyUsers
let rtsm: LinkedStudy
let rtsmSite = ''

beforeAll(async () => {
  kit = await startStudyUsers()
  const { database, here } = kit.suite
  await kit.licence(here.tenantId, softwareCodes.rtsm)
  rtsm = await addStudy(database, { tenantId: here.tenantId, softwareId: softwareCodes.rtsm }, '随机研究')
  rtsmSite = await addStudySite(database, rtsm, '01')
})

afterAll(() => kit.suite.close())

interface Person {
  readonly id: string
}

const roleOf = (roleId: string, roleName: string, isBlind = 1) => ({
  ...{ roleId, roleName, environmentId: '1', projectId: '', siteIds: [], stockHouseIds: [], isBlind },
})

const grantOf = (roles: ProductGrant['roles'], general: Partial<ProductGrant> = {}): ProductGrant => ({
  ...{ generalRoleId: '', roles, siteIds: [], allSites: true },
  ...general,
})

const crc = '{"chs":"临床研究协调员","en":"CRC"}'
const blinded = grantOf([roleOf('301', '研究者')])
const unblinded = grantOf([roleOf('305', '供应经理', 0)])

interface Stored {
  readonly state: 'waiting' | 'accepted' | 'refused'
  readonly grants: ProductGrant
  readonly acceptedGrants?: ProductGrant
  readonly refusedGrants?: ProductGrant
}

/** Stores the grants of a user in a study, as if they came from a pre-authorization. */
const storeGrants = (
  { id: tenantUserId }: Person,
  { state, grants, acceptedGrants, refusedGrants }: Stored,
  { tenantId, studyUrlId }: LinkedStudy = rtsm,
) =>
  kit.suite.database.owner
    .insertInto('productAuthorization')
    .values({
      ...{
        tenantId,
        id: randomUUID(),
        studyUrlId,
        tenantUserId,
        language: 'zh',
        batchId: randomUUID(),
        state,
      },
      grants: toJson(grants) ?? '',
      acceptedGrants: toJson(acceptedGrants ?? null),
      refusedGrants: toJson(refusedGrants ?? null),
    })
    .execute()

/** Adds a user who is authorized in the whole RTSM study. */
async function rtsmUser() {
  const user = await kit.colleague()
  await kit.save({ studyUrlId: rtsm.studyUrlId, tenantUserIds: [user.id] })
  return user
}

const rowOf = (user: Person, study: LinkedStudy = rtsm, studySiteId = '') =>
  kit.rowOf(user, { studyUrlId: study.studyUrlId, studySiteId })

describe('the roles of an authorized user in the product', () => {
  it('are none without a grant', async () => {
    expect(await rowOf(await rtsmUser())).toMatchObject({ roleNames: [], isBlind: null, grantState: '' })
  })

  it('start with the general role, name each role once, and name roles without a name by their ids', async () => {
    const user = await kit.colleague()
    await kit.save({ tenantUserIds: [user.id] })
    const roles = [roleOf('23', crc), { ...roleOf('23', crc), environmentId: '2' }, roleOf('24', '')]
    const grants = grantOf(roles, { generalRoleId: '4', generalRoleName: '项目管理' })
    await storeGrants(user, { state: 'accepted', grants, acceptedGrants: grants }, kit.study)
    const expected = { roleNames: ['项目管理', crc, '24'], isBlind: null, grantState: 'accepted' }
    expect(await rowOf(user, kit.study)).toMatchObject(expected)
    expect(await rowOf(user, kit.study, kit.first)).toMatchObject(expected)
  })

  it.each<[string, Stored, Pick<StudyUser, 'roleNames' | 'isBlind' | 'grantState'>]>([
    [
      'an accepted grant',
      { state: 'accepted', grants: unblinded, acceptedGrants: unblinded },
      { roleNames: ['供应经理'], isBlind: 0, grantState: 'accepted' },
    ],
    [
      'a first grant that is pending',
      { state: 'waiting', grants: blinded },
      { roleNames: ['研究者'], isBlind: 1, grantState: 'waiting' },
    ],
    [
      'the accepted grant while its change is pending',
      { state: 'waiting', grants: unblinded, acceptedGrants: blinded },
      { roleNames: ['研究者'], isBlind: 1, grantState: 'waiting' },
    ],
    [
      'the accepted grant after the product rejected its change',
      { state: 'accepted', grants: blinded, acceptedGrants: blinded, refusedGrants: unblinded },
      { roleNames: ['研究者'], isBlind: 1, grantState: 'refused' },
    ],
    [
      'no role after the product rejected the first grant',
      { state: 'refused', grants: unblinded },
      { roleNames: [], isBlind: null, grantState: 'refused' },
    ],
    [
      'an unblinded user who also has a blinded role',
      {
        state: 'accepted',
        grants: grantOf([...blinded.roles, ...unblinded.roles]),
      },
      { roleNames: ['研究者', '供应经理'], isBlind: 0, grantState: 'accepted' },
    ],
  ])('show %s', async (_, stored, expected) => {
    const user = await rtsmUser()
    await storeGrants(user, stored)
    expect(await rowOf(user)).toMatchObject(expected)
    expect(await rowOf(user, rtsm, rtsmSite)).toMatchObject(expected)
  })

  it('are those of the listed study only', async () => {
    const user = await rtsmUser()
    await kit.save({ tenantUserIds: [user.id] })
    await storeGrants(user, { state: 'accepted', grants: blinded, acceptedGrants: blinded })
    expect(await rowOf(user, kit.study)).toMatchObject({ roleNames: [], isBlind: null, grantState: '' })
  })
})

describe('the notification of the product', () => {
  const at = '2026-05-04T03:02:01.000Z'

  /** Stores what a product at a domain knows of a user. */
  const storeAccess = async (
    { id }: Person,
    { tenantId, tenantUrlId }: LinkedStudy,
    facts: {
      state: 'waiting' | 'notified' | 'unsupported' | 'failed'
      notifiedAt?: string
      failure?: Reason
    },
  ) => {
    const { owner } = kit.suite.database
    const { userId } = await owner
      .selectFrom('tenantUser')
      .select('userId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { notifiedAt, failure, ...others } = facts
    await owner
      .insertInto('productAccess')
      .values({
        tenantId,
        tenantUrlId,
        userId,
        ...others,
        failure: failure && JSON.stringify(failure),
        ...(notifiedAt && { notifiedAt: new Date(notifiedAt) }),
      })
      .execute()
  }

  it.each([
    [{ state: 'waiting' }, { state: 'waiting', at: '', message: '' }],
    [
      { state: 'waiting', notifiedAt: at },
      { state: 'waiting', at, message: '' },
    ],
    [
      { state: 'notified', notifiedAt: at },
      { state: 'notified', at, message: '' },
    ],
    [{ state: 'unsupported' }, { state: 'unsupported', at: '', message: '' }],
    [
      { state: 'failed', notifiedAt: at, failure: { key: 'product.refused', params: { message: '维护中' } } },
      { state: 'failed', at, message: '该系统未能处理：维护中' },
    ],
  ] as const)('is shown for %j', async (stored, notification) => {
    const user = await rtsmUser()
    expect(await rowOf(user)).toMatchObject({ notification: { state: 'never', at: '', message: '' } })
    await storeAccess(user, rtsm, stored)
    expect(await rowOf(user)).toMatchObject({ notification })
    expect(await rowOf(user, rtsm, rtsmSite)).toMatchObject({ notification })
  })

  it('is that of the study’s domain only', async () => {
    const user = await rtsmUser()
    await kit.save({ tenantUserIds: [user.id] })
    await storeAccess(user, rtsm, { state: 'notified', notifiedAt: at })
    expect(await rowOf(user, kit.study)).toMatchObject({ notification: { state: 'never' } })
  })

  it('is not shown from another tenant, of which the same person is a user', async () => {
    const { database, here, there } = kit.suite
    const user = await rtsmUser()
    const { userId } = await database.owner
      .selectFrom('tenantUser')
      .select('userId')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const other = { id: randomUUID() }
    await database.owner
      .insertInto('tenantUser')
      .values({ ...other, tenantId: there.tenantId, userId })
      .execute()
    await kit.save({ studyUrlId: kit.foreign.studyUrlId, tenantUserIds: [other.id] }, there)
    await storeAccess(other, kit.foreign, { state: 'failed' })
    await storeGrants(other, { state: 'accepted', grants: unblinded }, kit.foreign)
    expect(await kit.list({ studyUrlId: kit.foreign.studyUrlId }, there)).toMatchObject([
      { grantState: 'accepted', notification: { state: 'failed' } },
    ])
    expect(await rowOf(user)).toMatchObject({ grantState: '', notification: { state: 'never' } })
    expect(await kit.listResponse({ studyUrlId: kit.foreign.studyUrlId }, here)).toMatchObject({
      code: codes.notFound,
    })
  })
})
