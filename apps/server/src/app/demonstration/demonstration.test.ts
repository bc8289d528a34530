import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  blinding,
  codes,
  globalTenantId,
  holdList,
  inspectionList,
  inspectionLooks,
  jobList,
  jobLogList,
  licenceList,
  mailList,
  mailLog,
  privacyList,
  siteList,
  siteSave,
  softwareCodes,
  studyList,
  studySave,
  studyUserList,
  tenantSiteList,
  tenantUserList,
  userList,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type NewAccount, seed } from '../startup/seed.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { demoTenants } from './tenants.ts'
import { demoUsers } from './users.ts'

let suite: Suite
let accounts: readonly NewAccount[]

const start = () =>
  seed(suite.database.db, {
    timeZone: 'Asia/Shanghai',
    demo: { productsUrl: 'http://127.0.0.1:8025/products', services: testServices(suite.database) },
  })

/** Number of rows that the demonstration adds to each table. */
const made = {
  ...{ tenant: 3, department: 33, appUser: 305, tenantUser: 301, departmentUser: 270, userNameLook: 305 },
  ...{ dictionary: 9, role: 3, roleMenu: 13, site: 60, tenantSite: 92, study: 24, studySite: 219 },
  ...{ tenantUrl: 12, tenantSoftware: 11, studyUrl: 34, studyUser: 711, productAuthorization: 496 },
  ...{ invitation: 36, holiday: 3, tenantPin: 2, message: 241, messageAttempt: 276 },
  ...{
    job: 2,
    jobLog: 272,
    accessReview: 2,
    accessReviewItem: 65,
    inspection: 2,
    privacyRequest: 2,
    legalHold: 1,
  },
} as const

const tables = Object.keys(made) as (keyof typeof made)[]

const counts = async () => {
  const { owner } = suite.database
  const counted = tables.map(async (table) => {
    const rows = owner.selectFrom(table).select((from) => from.fn.countAll<string>().as('count'))
    return [table, Number((await rows.executeTakeFirstOrThrow()).count)] as const
  })
  return new Map(await Promise.all(counted))
}

let before: Awaited<ReturnType<typeof counts>>

beforeAll(async () => {
  suite = await startSuite()
  await seed(suite.database.db, { timeZone: 'Asia/Shanghai', demo: undefined })
  before = await counts()
  ;({ accounts } = await start())
})

afterAll(() => suite.close())

describe('the demonstration', () => {
  it('adds the rows of its tables at the first start only', async () => {
    const after = await counts()
    expect(
      Object.fromEntries(tables.map((table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)])),
    ).toEqual(made)
    expect(await start()).toMatchObject({ accounts: [] })
    expect(await counts()).toEqual(after)
  })

  it('has sites and studies that their forms accept unchanged', async () => {
    const { data: sites } = await send(suite.server, siteList, { limit: 100 }, suite.admin)
    const { data: studies } = await send(suite.server, studyList, { limit: 100 }, suite.admin)
    for (const site of sites?.list ?? [])
      expect(await send(suite.server, siteSave, site, suite.admin)).toMatchObject({ code: codes.ok })
    for (const study of studies?.list ?? [])
      expect(await send(suite.server, studySave, study, suite.admin)).toMatchObject({ code: codes.ok })
    expect([sites?.list.length, studies?.list.length]).toEqual([60, 24])
  })

  it('gives each tenant sites and users, and each study sites', async () => {
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

  it('has licences near, at and above their limits', async () => {
    const { data } = await send(suite.server, licenceList, { limit: 100 }, suite.admin)
    const full = data?.list.filter((row) => row.studyEnable && row.nowStudyNum === row.maxStudy)
    const near = data?.list.filter((row) => row.userEnable && row.nowUserNum / row.maxUser > 0.8)
    const past = near?.filter((row) => row.nowUserNum > row.maxUser)
    expect([full?.length, near?.length, past?.length]).toEqual([3, 3, 1])
  })

  it('has messages, job runs, invitations and authorizations in every state', async () => {
    const states = async (rows: Promise<readonly { state: string | number }[]>) =>
      (await rows).map(({ state }) => state).toSorted()
    const { owner } = suite.database
    for (const kind of ['email', 'sms'] as const) {
      const sent = owner.selectFrom('message').select('state').distinct().where('kind', '=', kind)
      expect(await states(sent.where('sendCount', '>', 0).execute())).toEqual(['delivered', 'failed'])
    }
    const ran = owner.selectFrom('jobLog').select('status as state').distinct().execute()
    expect(await states(ran)).toEqual([0, 1])
    const notified = owner.selectFrom('productAuthorization').select('state').distinct().execute()
    expect(await states(notified)).toEqual(['accepted', 'refused', 'waiting'])
    const became = sql<string>`case when status = 'pending' and expires_at < now() then 'expired' else status end`
    const invited = owner.selectFrom('invitation').select(became.as('state')).distinct().execute()
    expect(await states(invited)).toEqual(['accepted', 'expired', 'pending', 'withdrawn'])
  })

  it('has memberships, a role and authorizations that begin or end on a day', async () => {
    const { owner } = suite.database
    const { id: tenantId } = await owner
      .selectFrom('tenant')
      .select('id')
      .where('tenantCode', '=', 'LUMINGXI')
      .executeTakeFirstOrThrow()
    const { data: members } = await send(suite.server, tenantUserList, { tenantId, limit: 1000 }, suite.admin)
    const limited = members?.list.filter((row) => row.accessUntil !== '' || row.roleUntil !== '') ?? []
    expect(limited.map(({ accessState, roleUntil }) => [accessState, roleUntil !== '']).toSorted()).toEqual([
      ['current', false],
      ['current', true],
      ['ended', false],
    ])
    const { id: studyUrlId } = await owner
      .selectFrom('studyUrl')
      .innerJoin('study', 'study.id', 'studyUrl.studyId')
      .select('studyUrl.id')
      .where('studyCode', '=', 'LMX-101-02')
      .where('softwareId', '=', softwareCodes.edc)
      .executeTakeFirstOrThrow()
    const { data: people } = await send(suite.server, studyUserList, { studyUrlId, limit: 1000 }, suite.admin)
    const states = people?.list.flatMap(({ accessFrom, accessUntil, accessState }) =>
      accessFrom + accessUntil === '' ? [] : [accessState],
    )
    expect(states?.toSorted()).toEqual(['current', 'upcoming'])
    const planned = await owner
      .selectFrom('productAuthorization')
      .select(['state', 'attempts', 'acceptedGrants'])
      .where('nextAttemptAt', '>', sql<Date>`now() + interval '5 days'`)
      .execute()
    expect(planned).toEqual([{ state: 'waiting', attempts: 0, acceptedGrants: null }])
  })

  it('gives each authorized user a role in the product', async () => {
    const { owner } = suite.database
    const without = owner
      .selectFrom('studyUser')
      .leftJoin('productAuthorization as granted', (join) =>
        join.onRef('granted.studyUrlId', '=', 'studyUser.studyUrlId').on(
          sql<boolean>`(granted.tenant_user_id, granted.invitation_id)
              is not distinct from (study_user.tenant_user_id, study_user.invitation_id)`,
        ),
      )
      .select('studyUser.id')
      .where('granted.id', 'is', null)
    expect(await without.execute()).toEqual([])
  })

  it('has English names for every user, job and role', async () => {
    const { owner } = suite.database
    // Leaves out the users that the test itself added.
    const people = await owner
      .selectFrom('appUser')
      .select(['fullName', 'fullNameEn'])
      .where('fullName', '<>', '测试用户')
      .where('pseudonymisedAt', 'is', null)
      .execute()
    const jobs = await owner.selectFrom('job').select('jobNameEn').execute()
    const roles = await owner.selectFrom('role').select('nameEn').where('name', '<>', '访客').execute()
    const names = [
      ...people.map(({ fullName, fullNameEn }) => fullNameEn || fullName),
      ...jobs.map(({ jobNameEn }) => jobNameEn),
      ...roles.map(({ nameEn }) => nameEn),
    ]
    expect(people.length).toBeGreaterThan(100)
    expect(jobs.length).toBeGreaterThan(4)
    expect(names.filter((name) => !/[A-Za-z]{2}/.test(name))).toEqual([])
  })

  it('shows users by their English names in English, until they are renamed', async () => {
    const names = async (language: 'zh' | 'en') => {
      const { data } = await send(
        suite.server,
        userList,
        { userName: 'lumingxi.cra' },
        { ...suite.admin, language },
      )
      return data?.list.map(({ fullName, displayName }) => [fullName, displayName])
    }
    expect(await names('zh')).toEqual([['江予安', '江予安']])
    expect(await names('en')).toEqual([['江予安', 'Jiang Yuan']])
    const renamed = suite.database.owner.updateTable('appUser').where('userName', '=', 'lumingxi.cra')
    await renamed.set({ fullName: '江予宁' }).execute()
    expect(await names('en')).toEqual([['江予宁', '江予宁']])
    await renamed.set({ fullName: '江予安', fullNameEn: 'Jiang Yuan' }).execute()
    expect(await names('en')).toEqual([['江予安', 'Jiang Yuan']])
  })

  it('has blinded users in RTSM, and unblinded ones with depots', async () => {
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

  it('has unblinded access in every state, all of it requested and approved by two people', async () => {
    const rows = await suite.database.owner
      .selectFrom('unblinding')
      .select(['state', 'requestedBy', 'decidedBy', 'userId', 'beganAt', 'endedAt'])
      .execute()
    const shown = rows.map(({ state, beganAt, endedAt }) => (endedAt ? 'ended' : beganAt ? 'active' : state))
    expect(new Set(shown)).toEqual(new Set(['requested', 'declined', 'active', 'ended']))
    for (const { state, requestedBy, decidedBy, userId } of rows) {
      const people = [requestedBy, userId, ...(state === 'requested' ? [] : [decidedBy])]
      expect(people).not.toContain(null)
      expect(new Set(people).size).toBe(people.length)
    }
  })

  it('has an inspection under way with looks, and one that was closed after its file was made', async () => {
    const { id: tenantId } = await suite.database.owner
      .selectFrom('tenant')
      .select('id')
      .where('tenantCode', '=', 'LUMINGXI')
      .executeTakeFirstOrThrow()
    const { data } = await send(suite.server, inspectionList, { tenantId }, suite.admin)
    const [current, closed] = data?.list ?? []
    expect([current?.state, closed?.state]).toEqual(['current', 'closed'])
    expect(current?.studies.map(({ studyCode }) => studyCode)).toEqual(['LMX-101-02'])
    const inspectionId = current?.id ?? ''
    const { data: looks } = await send(suite.server, inspectionLooks, { inspectionId }, suite.admin)
    expect(looks?.list.map(({ act }) => act)).toContain('访问一览：导出')
    expect(looks?.list.filter(({ studyNames }) => studyNames === '')).toEqual([])
    const made = suite.database.owner
      .selectFrom('auditEvent')
      .select('after')
      .where('entity', '=', 'inspection_file')
    expect((await made.executeTakeFirstOrThrow()).after).toMatchObject({ inspectionId: closed?.id })
  })

  it('has a pseudonym, a request that another user can approve at once, and a legal hold', async () => {
    const { data } = await send(suite.server, privacyList, {}, suite.admin)
    expect(data?.list.map(({ state, mayDecide, obstacles }) => ({ state, mayDecide, obstacles }))).toEqual([
      { state: 'requested', mayDecide: true, obstacles: [] },
      { state: 'approved', mayDecide: false, obstacles: [] },
    ])
    expect(data?.list[1]?.fullName).toBe(data?.list[1]?.pseudonym)
    const { data: holds } = await send(suite.server, holdList, {}, suite.admin)
    expect(holds?.list).toMatchObject([{ scope: 'study', subjectName: '心脏脉冲电场消融系统临床试验' }])
  })

  it('has open and decided requests for access, the approved one with its authorization', async () => {
    const { owner } = suite.database
    const rows = await owner
      .selectFrom('accessRequest')
      .leftJoin('productAuthorization', (join) =>
        join
          .onRef('productAuthorization.studyUrlId', '=', 'accessRequest.studyUrlId')
          .onRef('productAuthorization.tenantUserId', '=', 'accessRequest.tenantUserId'),
      )
      .select(['accessRequest.state', 'accessRequest.granted', 'productAuthorization.acceptedGrants'])
      .orderBy('accessRequest.createdAt', 'desc')
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(['requested', 'requested', 'declined', 'approved'])
    for (const { state, granted, acceptedGrants } of rows)
      expect(acceptedGrants).toEqual(state === 'approved' ? granted : null)
  })

  it('has the public holidays of this year and the next', async () => {
    const days = sql<string[]>`array(select to_char(day, 'MM-DD') from unnest(law_holidays) as day)`.as(
      'days',
    )
    const row = suite.database.owner.selectFrom('holiday').select(days).where('tenantId', '=', globalTenantId)
    const { days: off } = await row.executeTakeFirstOrThrow()
    for (const day of ['01-01', '10-01']) expect(off.filter((other) => other === day)).toHaveLength(2)
    // The first seven days of the Chinese year always fall in this period.
    const spring = off.filter((day) => day > '01-20' && day < '02-28')
    expect(spring).toHaveLength(14)
  })

  it('shows past messages and job runs in the logs', async () => {
    const { data: mails } = await send(suite.server, mailList, { limit: 100 }, suite.admin)
    for (const { id } of mails?.list.slice(0, 30) ?? [])
      expect(await send(suite.server, mailLog, { id }, suite.admin)).toMatchObject({ code: codes.ok })
    const { data: jobs } = await send(suite.server, jobList, { limit: 100 }, suite.admin)
    for (const { jobId } of jobs?.list ?? []) {
      const { data: log } = await send(suite.server, jobLogList, { jobId }, suite.admin)
      expect(log?.totalCount).toBeGreaterThan(10)
    }
  })
})

describe('docs/tour.md', () => {
  const file = 'docs/tour.md'
  const tour = readFileSync(file, 'utf8')
  const words = [
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ]
  /** Returns the numbers in a sentence of the tour, written in figures or as words: `saying('% apples')`. */
  const saying = (text: string): number[] => {
    const pattern = new RegExp(text.replaceAll('%', '(\\w+)'), 'i')
    const found = pattern.exec(tour)
    if (!found) throw new Error(`the tour does not contain: ${text}`)
    return found
      .slice(1)
      .map((number) => (/\d/.test(number) ? Number(number) : words.indexOf(number.toLowerCase())))
  }

  it('links to files that exist', () => {
    const targets = [...tour.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
    expect(targets.length).toBeGreaterThan(12)
    expect(targets.filter((target) => !existsSync(join(dirname(file), target)))).toEqual([])
  })

  it('uses the names of menus and screens in both languages', async () => {
    const menus = await suite.database.owner
      .selectFrom('menu')
      .leftJoin('menu as group', 'group.id', 'menu.parentId')
      .select(['menu.name', 'menu.nameEn', 'group.name as group'])
      .execute()
    const named = [...tour.matchAll(/\*\*([^*]+)\*\* \(([^()]+) → ([^()]+)\)/g)]
    expect(named.length).toBe([...tour.matchAll(/ → /g)].length)
    for (const [, nameEn, group, name] of named) expect(menus).toContainEqual({ name, nameEn, group })
    const [, nameEn, name] = /\*\*(User pre-authorization)\*\* \(([^()]+)\)/.exec(tour) ?? []
    expect(menus).toContainEqual(expect.objectContaining({ name, nameEn }))
  })

  it('states the right numbers of rows', async () => {
    const [tenants, sites, people, studies] = saying('% tenants with % sites, % people and % studies')
    const members = suite.database.owner
      .selectFrom('tenantUser')
      .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
      .select((from) => from.fn.count<string>('userId').distinct().as('people'))
      .where(
        'tenantCode',
        'in',
        demoTenants.map(({ key }) => key.toUpperCase()),
      )
    const { people: there } = await members.executeTakeFirstOrThrow()
    expect([tenants, sites, people, studies]).toEqual([made.tenant, made.site, Number(there), made.study])
    const { id: tenantId } = await suite.database.owner
      .selectFrom('tenant')
      .select('id')
      .where('tenantCode', '=', 'LUMINGXI')
      .executeTakeFirstOrThrow()
    const { data: ofTenant } = await send(suite.server, tenantUserList, { tenantId }, suite.admin)
    expect(saying('% people of the sponsor')).toEqual([ofTenant?.totalCount])
    const waiting = await suite.database.owner
      .selectFrom('message')
      .select('id')
      .where('template', '=', 'invitation')
      .where('state', 'in', ['waiting', 'delivered'])
      .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
      .execute()
    expect(saying('% such invitations wait')).toEqual([waiting.length])
  })

  it('names the accounts that the start prints', async () => {
    // The database already had the platform's administrator before this start.
    const printed = ['admin', ...accounts.map(({ userName }) => userName)]
    expect(saying('% accounts are printed')).toEqual([printed.length])
    const named = [...new Set(tour.match(/`(admin|\w+\.\w+)`/g))].map((name) => name.slice(1, -1))
    expect(saying('The tour needs %:')).toEqual([named.length])
    expect(printed).toEqual(expect.arrayContaining(named))
    for (const { key, tenantName } of demoTenants)
      expect(tour).toContain(`| ${tenantName.replace(/（.*/, '')} (\`${key}\`) |`)
    for (const { fullName } of demoUsers.filter(
      ({ canSignIn, role }) => canSignIn && role === 'tenant-member',
    ))
      expect(tour).toContain(fullName)
  })

  it('describes the licences correctly', async () => {
    const { data } = await send(suite.server, licenceList, { limit: 100 }, suite.admin)
    const list = data?.list ?? []
    const today = new Date()
    const daysTo = ({ endTime }: { endTime: string }) =>
      Math.round((Date.parse(endTime) - Date.parse(today.toISOString().slice(0, 10))) / 86_400_000)
    expect(tour).toMatch(/Some are full, one ends in \w+ days, one is over/)
    const [days] = saying('one ends in % days')
    expect(
      list.filter((licence) => licence.timeEnable && Math.abs(daysTo(licence) - Number(days)) <= 1),
    ).toHaveLength(1)
    expect(list.filter(({ state }) => state === 'expired')).toHaveLength(1)
    const ofProduct = (key: string, softwareId: string) =>
      list.find(
        (row) =>
          row.tenantName === demoTenants.find((one) => one.key === key)?.tenantName &&
          row.softwareId === softwareId,
      )
    expect(tour).toMatch(/`qingyulan`.*more users in EDC than its licence is for/)
    const over = ofProduct('qingyulan', softwareCodes.edc)
    expect(over?.nowUserNum).toBeGreaterThan(over?.maxUser ?? Number.NaN)
    expect(tour).toContain('Tick CTMS of another study: the licence for it is full')
    const full = ofProduct('lumingxi', softwareCodes.ctms)
    expect(full?.nowStudyNum).toBe(full?.maxStudy)
  })
})
