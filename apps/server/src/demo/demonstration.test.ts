import {
  blinding,
  codes,
  jobList,
  jobLogList,
  licenceList,
  mailList,
  mailLog,
  siteList,
  siteSave,
  softwareCodes,
  studyList,
  studySave,
  tenantSiteList,
  tenantUserList,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
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

  it('has licences that are near, at and past their limits', async () => {
    const { data } = await send(suite.server, licenceList, { limit: 100 }, suite.admin)
    const full = data?.list.filter((row) => row.studyEnable && row.nowStudyNum === row.maxStudy)
    const near = data?.list.filter((row) => row.userEnable && row.nowUserNum / row.maxUser > 0.8)
    const past = near?.filter((row) => row.nowUserNum > row.maxUser)
    expect([full?.length, near?.length, past?.length]).toEqual([3, 3, 1])
  })

  it('has messages, runs, invitations and authorizations in each of their states', async () => {
    const states = async (rows: Promise<readonly { state: string | number }[]>) =>
      (await rows).map(({ state }) => state).toSorted()
    const { owner } = suite.database
    for (const kind of ['email', 'sms'] as const) {
      const sent = owner.selectFrom('message').select('state').distinct().where('kind', '=', kind)
      expect(await states(sent.where('sendCount', '>', 0).execute())).toEqual(['delivered', 'failed'])
    }
    const ran = owner.selectFrom('jobLog').select('status as state').distinct().execute()
    expect(await states(ran)).toEqual([0, 1])
    const told = owner.selectFrom('productAuthorization').select('state').distinct().execute()
    expect(await states(told)).toEqual(['accepted', 'refused', 'waiting'])
    const became = sql<string>`case when status = 'pending' and expires_at < now() then 'expired' else status end`
    const invited = owner.selectFrom('invitation').select(became.as('state')).distinct().execute()
    expect(await states(invited)).toEqual(['accepted', 'expired', 'pending', 'withdrawn'])
  })

  it('gives everybody whom it authorizes a role in the product', async () => {
    const { owner } = suite.database
    const without = owner
      .selectFrom('studyUser')
      .leftJoin('productAuthorization as told', (join) =>
        join.onRef('told.studyUrlId', '=', 'studyUser.studyUrlId').on(
          sql<boolean>`(told.tenant_user_id, told.invitation_id)
              is not distinct from (study_user.tenant_user_id, study_user.invitation_id)`,
        ),
      )
      .select('studyUser.id')
      .where('told.id', 'is', null)
    expect(await without.execute()).toEqual([])
  })

  it('has people in RTSM who are blinded, and some with store houses who are not', async () => {
    const rows = await suite.database.owner
      .selectFrom('productAuthorization')
      .innerJoin('studyUrl', 'studyUrl.id', 'productAuthorization.studyUrlId')
      .innerJoin('tenantUser', 'tenantUser.id', 'productAuthorization.tenantUserId')
      .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
      .select(['appUser.userName', 'grants'])
      .where('softwareId', '=', softwareCodes.rtsm)
      .execute()
    const roles = rows.flatMap(({ userName, grants }) => grants.roles.map((role) => ({ userName, ...role })))
    expect(roles.filter(({ siteIds }) => siteIds.length === 0)).toEqual([])
    const [blinded, unblinded] = [blinding.blinded, blinding.unblinded].map((isBlind) =>
      roles.filter((role) => role.isBlind === isBlind).map(({ userName }) => userName),
    )
    expect(blinded).toContain('lumingxi.cra')
    expect(unblinded).toContain('lumingxi.supply')
    expect(blinded?.filter((name) => unblinded?.includes(name))).toEqual([])
    const supplied = roles.filter(({ stockHouseIds }) => stockHouseIds.length === 3)
    expect(new Set(supplied.map(({ isBlind }) => isBlind))).toEqual(new Set([blinding.unblinded]))
  })

  it('shows in the logs what was sent, and why it failed', async () => {
    const { data: mails } = await send(suite.server, mailList, { limit: 100 }, suite.admin)
    for (const { id } of mails?.list.slice(0, 30) ?? [])
      expect(await send(suite.server, mailLog, { id }, suite.admin)).toMatchObject({ code: codes.ok })
    const { data: jobs } = await send(suite.server, jobList, { limit: 100 }, suite.admin)
    for (const { jobId } of jobs?.list ?? []) {
      const { data: log } = await send(suite.server, jobLogList, { jobId }, suite.admin)
      expect(log?.totalCount).toBeGreaterThan(10)
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
