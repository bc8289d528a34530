import {
  codes,
  siteList,
  siteSave,
  studyList,
  studySave,
  tenantSiteList,
  tenantUserList,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testServices } from '../../test-support/services.ts'
import { type Suite, startSuite } from '../http/test-kit/index.ts'
import { send } from '../modules/sign-in/test-kit/index.ts'
import { seed } from '../startup/seed.ts'
import { teamMembers } from './teams.ts'
import { demoTenants } from './tenants.ts'

let suite: Suite

const start = () =>
  seed(suite.database.db, {
    timeZone: 'Asia/Shanghai',
    demo: { productsUrl: 'http://127.0.0.1:8025/products', services: testServices(suite.database) },
  })

/** Every kind of thing that the demonstration is made of. */
const kinds = [
  'site',
  'tenantSite',
  'appUser',
  'tenantUser',
  'departmentUser',
  'study',
  'studySite',
  'studyUrl',
  'studyUser',
  'productAuthorization',
] as const

const counts = async () => {
  const { owner } = suite.database
  const counted = kinds.map(async (kind) => {
    const rows = owner.selectFrom(kind).select((from) => from.fn.countAll<string>().as('count'))
    return [kind, Number((await rows.executeTakeFirstOrThrow()).count)] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

beforeAll(async () => {
  suite = await startSuite()
  await start()
})

afterAll(() => suite.close())

describe('the demonstration', () => {
  it('is of the size of a platform, and no larger at the next start', async () => {
    const before = await counts()
    expect(before).toMatchObject({ site: 60, study: 24 })
    expect(before.appUser).toBeGreaterThanOrEqual(300)
    await start()
    expect(await counts()).toEqual(before)
  })

  it('has sites and studies that their forms would take', async () => {
    const { data: sites } = await send(suite.server, siteList, { limit: 100 }, suite.admin)
    const { data: studies } = await send(suite.server, studyList, { limit: 100 }, suite.admin)
    for (const site of sites?.list ?? [])
      expect(await send(suite.server, siteSave, site, suite.admin)).toMatchObject({ code: codes.ok })
    for (const study of studies?.list ?? [])
      expect(await send(suite.server, studySave, study, suite.admin)).toMatchObject({ code: codes.ok })
    expect([sites?.list.length, studies?.list.length]).toEqual([60, 24])
  })

  it('gives each tenant sites, people in departments, and studies at sites', async () => {
    const tenants = await suite.database.owner.selectFrom('tenant').select(['id', 'tenantCode']).execute()
    for (const { key } of demoTenants) {
      const tenantId = tenants.find(({ tenantCode }) => tenantCode === key.toUpperCase())?.id ?? ''
      const { data: sites } = await send(suite.server, tenantSiteList, { tenantId }, suite.admin)
      const { data: people } = await send(suite.server, tenantUserList, { tenantId }, suite.admin)
      expect(sites?.totalCount).toBeGreaterThan(10)
      expect(people?.totalCount).toBeGreaterThan(50)
      const studies = await suite.database.owner
        .selectFrom('study')
        .leftJoin('studySite', 'studySite.studyId', 'study.id')
        .select((from) => ['study.studyCode', from.fn.count<string>('studySite.id').as('sites')])
        .where('study.tenantId', '=', tenantId)
        .groupBy('study.studyCode')
        .execute()
      expect(studies.filter(({ sites }) => Number(sites) === 0)).toEqual([])
    }
  })

  it('has nobody in its teams who could sign in, or whose address or number somebody could own', async () => {
    const names = teamMembers.map(({ userName }) => userName)
    expect(new Set(names).size).toBe(names.length)
    const people = await suite.database.owner
      .selectFrom('appUser')
      .select(['email', 'phone', 'passwordHash'])
      .where('userName', 'in', names)
      .execute()
    expect(people).toHaveLength(names.length)
    for (const { email, phone, passwordHash } of people) {
      expect(email).toMatch(/\.example$/)
      expect(phone).toMatch(/^0\d{2,3}0/)
      expect(passwordHash).toBeNull()
    }
  })
})
