import { randomUUID } from 'node:crypto'
import {
  blinding,
  codes,
  openSoftware,
  type ProductGrant,
  redeem,
  rtsmStudies,
  type StudyRole,
  softwareCodes,
  softwareTenants,
  userInfo,
  userSoftware,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { linkedProduct, type Suite, signedIn, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addDomain, addLinkedStudy } from '../licences/test-kit/index.ts'
import { type AuthorizedStudy, addAuthorizedStudy } from './test-kit/index.ts'

let suite: Suite
let person: Awaited<ReturnType<typeof signedIn>>

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

beforeEach(async () => {
  person = await signedIn(suite.database, null)
})

const { account, edc, rtsm, igcp } = softwareCodes
const owner = () => suite.database.owner
const at = (softwareId: string) => addAuthorizedStudy(suite.database, person.userId, softwareId)

const software = async (language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, userSoftware, {}, { token: person.token, language })).data ?? []
const tenants = async (softwareId: string) =>
  (await send(suite.server, softwareTenants, { softwareId }, { token: person.token })).data ?? []
const studies = async (asked: { tenantId?: string; keyWord?: string; limit?: number } = {}) =>
  (await send(suite.server, rtsmStudies, asked, { token: person.token })).data ?? []

const day = (fromNow: number) =>
  sql<string>`((now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)})`

const licence = ({ tenantId }: AuthorizedStudy, from: number, to: number) =>
  owner()
    .updateTable('tenantSoftware')
    .set({ timeEnable: true, startTime: day(from), endTime: day(to) })
    .where('tenantId', '=', tenantId)
    .execute()

describe('the products of a user', () => {
  it('are the same as in the help menu, except the user centre itself', async () => {
    await at(rtsm)
    const authorized = await at(edc)
    await owner()
      .insertInto('tenantSoftware')
      .values({ tenantId: authorized.tenantId, id: randomUUID(), softwareId: igcp })
      .execute()
    const { data } = await send(suite.server, userInfo, {}, { token: person.token })
    const inMenu = data?.softwareList.map(({ code }) => code)
    expect(inMenu).toEqual([account, edc, rtsm, igcp])
    expect([account, ...(await software()).map(({ webCode }) => webCode)]).toEqual(inMenu)
    expect((await software('en')).map(({ displayName }) => displayName)[0]).toBe(
      'Electronic Data Capture (EDC)',
    )
  })

  it('show the number of tenants and studies, and the best of the licences', async () => {
    const [first, second] = [await at(edc), await at(edc)]
    const { tenantId, tenantUserId, tenantUrlId } = first
    const studyUrlId = await addLinkedStudy(owner(), { tenantId, softwareId: edc, tenantUrlId })
    await owner()
      .insertInto('studyUser')
      .values({ tenantId, id: studyUrlId, studyUrlId, tenantUserId })
      .execute()
    // A study in which the user is not authorized does not count.
    await addLinkedStudy(owner(), { tenantId, softwareId: edc, tenantUrlId })
    const best = async () => (await software())[0]
    expect(await best()).toMatchObject({ tenantCount: 2, studyCount: 3, tenantId: '', licenceState: 'open' })
    await licence(first, -9, -1)
    await licence(second, -9, 20)
    expect(await best()).toMatchObject({
      licenceState: 'ending',
      licenceEnd: expect.stringMatching(/^\d{4}-/),
    })
    await licence(second, 1, 20)
    expect((await best())?.licenceState).toBe('upcoming')
    await licence(second, -9, -2)
    expect(await best()).toMatchObject({ licenceState: 'expired', tenantCount: 2 })
    await owner()
      .updateTable('tenantSoftware')
      .set({ isEnable: false })
      .where('tenantId', '=', second.tenantId)
      .execute()
    expect(await best()).toMatchObject({ tenantCount: 1, tenantId: first.tenantId })
  })

  it('are empty for a user without authorizations, even for a platform administrator', async () => {
    expect(await software()).toEqual([])
    expect(await tenants(edc)).toEqual([])
    expect(await studies()).toEqual([])
    expect((await send(suite.server, userSoftware, {}, suite.admin)).data).toEqual([])
  })
})

describe('the tenants of a product', () => {
  it('have their domains, sorted by name, and their number of studies', async () => {
    const { tenantId, tenantUserId } = await at(edc)
    await at(rtsm)
    await owner().updateTable('tenantUrl').set({ urlName: 'B' }).where('tenantId', '=', tenantId).execute()
    const second = await addDomain(owner(), { tenantId, softwareId: edc })
    await owner().updateTable('tenantUrl').set({ urlName: 'A' }).where('id', '=', second).execute()
    expect(await tenants(edc)).toEqual([
      {
        tenantId,
        tenantName: expect.stringContaining('租户'),
        tenantCode: tenantId,
        studyCount: 1,
        licenceState: 'open',
        licenceStart: '',
        licenceEnd: '',
        addresses: ['A', 'B'].map((urlName) => ({
          urlName,
          url: 'https://edc.example',
          mobileUrl: 'https://edc.example',
        })),
      },
    ])
    await owner().updateTable('tenantUser').set({ enabled: 1 }).where('id', '=', tenantUserId).execute()
    expect(await tenants(edc)).toEqual([])
  })
})

const roleIn = (projectId: string, isBlind: number): StudyRole => ({
  roleId: '301',
  roleName: '研究者',
  environmentId: '',
  projectId,
  siteIds: [],
  stockHouseIds: [],
  isBlind,
})

/** Stores a user's grants in a product. */
const grant = (
  { tenantId, studyUrlId, tenantUserId }: AuthorizedStudy,
  roles: readonly StudyRole[],
  state: 'waiting' | 'accepted' | 'refused' = 'accepted',
) =>
  owner()
    .insertInto('productAuthorization')
    .values({
      tenantId,
      id: randomUUID(),
      studyUrlId,
      tenantUserId,
      // Stored fields that are not part of the protocol must not be sent.
      grants: JSON.stringify({ generalRoleId: '', roles, siteIds: [], allSites: true, arm: 'unblinding' }),
      state,
      language: 'zh',
      batchId: randomUUID(),
    })
    .execute()

/**
 * Adds two sites to a study.
 * @returns their ids, in the order of their codes
 */
async function addSites({ tenantId, studyUrlId }: AuthorizedStudy): Promise<[string, string]> {
  const { studyId } = await owner()
    .selectFrom('studyUrl')
    .select('studyId')
    .where('id', '=', studyUrlId)
    .executeTakeFirstOrThrow()
  const add = async (code: string, nickName: string) => {
    const id = randomUUID()
    const siteName = `明济医院${code}`
    await owner().insertInto('site').values({ id, siteName, levelId: '', typeId: '' }).execute()
    await owner()
      .insertInto('tenantSite')
      .values({ tenantId, id, siteId: id, siteName, nickName: siteName })
      .execute()
    await owner()
      .insertInto('studySite')
      .values({ tenantId, id, studyId, tenantSiteId: id, code, nickName })
      .execute()
    return id
  }
  return [await add('01', ''), await add('02', '二中心')]
}

describe('the studies of RTSM', () => {
  it('can be searched by name, code and tenant, and filtered by tenant', async () => {
    const [one, other] = [await at(rtsm), await at(rtsm)]
    await at(edc)
    const name = async (authorized: AuthorizedStudy, studyName: string) =>
      owner().updateTable('study').set({ studyName }).where('tenantId', '=', authorized.tenantId).execute()
    await name(one, '甲研究 100%')
    await name(other, '乙研究')
    const namesOf = async (asked = {}) => (await studies(asked)).map(({ studyName }) => studyName)
    expect(await namesOf()).toEqual(['甲研究 100%', '乙研究'])
    for (const keyWord of ['0%', '１００％']) expect(await namesOf({ keyWord })).toEqual(['甲研究 100%'])
    expect(await namesOf({ keyWord: '%' })).toEqual(['甲研究 100%'])
    expect(await namesOf({ keyWord: other.tenantId.toUpperCase() })).toEqual(['乙研究'])
    expect(await namesOf({ tenantId: one.tenantId })).toEqual(['甲研究 100%'])
    expect(await namesOf({ tenantId: 'nobody' })).toEqual([])
    expect(await namesOf({ limit: 1 })).toEqual(['甲研究 100%'])
  })

  it('have the sites that the user is authorized for', async () => {
    const authorized = await at(rtsm)
    const [first, second] = await addSites(authorized)
    const named = async () => (await studies())[0]?.sites.map(({ code, name }) => `${code} ${name}`)
    expect(await named()).toEqual(['01 明济医院01', '02 二中心'])
    await owner()
      .updateTable('studyUser')
      .set({ studySiteId: second })
      .where('id', '=', authorized.studyUserId)
      .execute()
    expect(await named()).toEqual(['02 二中心'])
    await owner()
      .insertInto('studyUser')
      .values({
        tenantId: authorized.tenantId,
        id: randomUUID(),
        studyUrlId: authorized.studyUrlId,
        tenantUserId: authorized.tenantUserId,
        studySiteId: first,
      })
      .execute()
    expect(await named()).toEqual(['01 明济医院01', '02 二中心'])
    expect(await studies()).toHaveLength(1)
  })

  const blinded: [string, readonly number[], Parameters<typeof grant>[2], number][] = [
    ['every role is unblinded', [0, 0], 'accepted', blinding.unblinded],
    ['the product is still to be told that they are', [0], 'waiting', blinding.unblinded],
    ['one role is blinded', [0, 1], 'accepted', blinding.blinded],
    ['the product has refused it', [0], 'refused', blinding.blinded],
    ['there is no role', [], 'accepted', blinding.blinded],
  ]
  it.each(blinded)('show whether the user is blinded if %s', async (_how, blind, state, expected) => {
    const authorized = await at(rtsm)
    expect((await studies())[0]?.isBlind).toBe(blinding.blinded)
    await grant(
      authorized,
      blind.map((isBlind, index) => roleIn(`p${index}`, isBlind)),
      state,
    )
    expect((await studies())[0]?.isBlind).toBe(expected)
  })

  it('contain nothing that could unblind users, either in the list or when handed to the product', async () => {
    const authorized = await at(rtsm)
    const roles = [roleIn('p1', blinding.blinded)]
    await grant(authorized, roles)
    await owner()
      .updateTable('study')
      .set({ drugInfo: 'unblinding', designInfo: 'unblinding', productInfo: 'unblinding' })
      .where('tenantId', '=', authorized.tenantId)
      .execute()
    const { tenantId, studyUrlId } = authorized
    const asked = { softwareId: rtsm, tenantId, studyUrlId }
    const opened = await send(suite.server, openSoftware, asked, { token: person.token })
    const address = opened.data?.url ?? ''
    const code = new URL(address).searchParams.get('code') ?? ''
    const product = await linkedProduct(suite.database, 'RTSM')
    const handed = await send(suite.server, redeem, { code, address }, { signer: product })
    const expected: ProductGrant = { generalRoleId: '', roles, siteIds: [], allSites: true }
    expect(handed).toMatchObject({ code: codes.ok, data: { studies: [{ studyUrlId, grant: expected }] } })
    expect(handed.data?.studies[0]?.grant).toEqual(expected)
    expect(JSON.stringify([await studies(), opened, handed])).not.toContain('unblinding')
  })
})
