import {
  categories,
  codes,
  type DepartmentBranch,
  departmentTree,
  licenceList,
  passwordPattern,
  SiteInput,
  studyList,
  studySave,
  TenantInput,
  tenantUserList,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { tenantAdministrator, tenantMember } from '../../modules/access/index.ts'
import { verifyPassword } from '../../modules/identity/passwords/index.ts'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { asPlatform, asTenants, inTransaction } from '../../platform/database/transaction.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import departments from './data/departments.json' with { type: 'json' }
import invitations from './data/invitations.json' with { type: 'json' }
import sites from './data/sites.json' with { type: 'json' }
import tenantSites from './data/tenant-sites.json' with { type: 'json' }
import { seedDemonstration } from './demonstration.ts'
import { demoLicences } from './licences.ts'
import { demoStudies } from './studies.ts'
import { demoPhone, demoTenants } from './tenants.ts'
import { type DemoAccount, demoUsers } from './users.ts'

let suite: Suite
let accounts: readonly DemoAccount[]

const start = () => {
  const services = testServices(suite.database)
  return inTransaction(suite.database.db, asPlatform, (trx) => seedDemonstration(trx, { services }))
}

beforeAll(async () => {
  suite = await startSuite()
  accounts = await start()
})

afterAll(() => suite.close())

const codeOf = (key: string) => key.toUpperCase()

const tenants = () =>
  suite.database.owner
    .selectFrom('tenant')
    .selectAll()
    .where(
      'tenantCode',
      'in',
      demoTenants.map(({ key }) => codeOf(key)),
    )
    .orderBy('tenantCode')
    .execute()

const tenantIdOf = async (key: string) => {
  const tenant = (await tenants()).find(({ tenantCode }) => tenantCode === codeOf(key))
  if (!tenant) throw new Error(`no tenant ${key}`)
  return tenant.id
}

/** The memberships of the demonstration's users. */
const members = () =>
  suite.database.owner
    .selectFrom('tenantUser')
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .leftJoin('role', 'role.id', 'tenantUser.roleId')
    .leftJoin('dictionary as position', 'position.id', 'tenantUser.positionId')
    .leftJoin('dictionary as type', 'type.id', 'tenantUser.typeId')
    .select(['tenant.tenantCode', 'appUser.userName', 'appUser.email', 'appUser.phone', 'appUser.phoneKey'])
    .select([
      'appUser.passwordHash',
      'appUser.passwordMustChange',
      'appUser.emailValid',
      'appUser.phoneValid',
    ])
    .select([
      'tenantUser.enabled',
      'appUser.status',
      'appUser.userType',
      'role.roleType',
      'tenantUser.roleId',
    ])
    .select(['position.dicCode as position', 'type.dicCode as type', 'tenantUser.userId'])
    .where(
      'userName',
      'in',
      demoUsers.map(({ userName }) => userName),
    )
    .orderBy('tenant.tenantCode')
    .orderBy('appUser.userName')
    .execute()

describe('the tenants of the demonstration', () => {
  it('have data that the tenant form accepts, with existing regions and categories', async () => {
    const rows = await tenants()
    expect(rows).toHaveLength(demoTenants.length)
    for (const row of rows) {
      expect(TenantInput.safeParse(row).success).toBe(true)
      const city = await suite.database.owner
        .selectFrom('area')
        .selectAll()
        .where('id', '=', row.cityId)
        .executeTakeFirstOrThrow()
      expect(city.parentId).toBe(row.provinceId)
      const category = await suite.database.owner
        .selectFrom('dictionary')
        .select('categoryId')
        .where('id', '=', row.categoryId)
        .executeTakeFirst()
      expect(category).toEqual({ categoryId: categories.tenantCategory })
    }
  })

  it('see the global dictionary entries and their own, but no other tenant’s', async () => {
    for (const { key, terms } of demoTenants) {
      const id = await tenantIdOf(key)
      const seen = await inTransaction(suite.database.db, asTenants([id]), (trx) =>
        trx.selectFrom('dictionary').select(['tenantId', 'dicCode']).execute(),
      )
      expect(new Set(seen.map(({ tenantId }) => tenantId))).toEqual(new Set(['0', id]))
      const own = seen.filter(({ tenantId }) => tenantId === id).map(({ dicCode }) => dicCode)
      expect(own.toSorted()).toEqual(terms.map(({ code }) => code).toSorted())
    }
  })

  it('have departments of several levels with users in them', async () => {
    const rowsOf = (tree: readonly DepartmentBranch[], parent?: string): unknown[] =>
      tree.flatMap(({ departmentName: name, list }) => [
        { tenant: 'lumingxi', name, ...(parent && { parent }) },
        ...rowsOf(list, name),
      ])
    const tenantId = await tenantIdOf('lumingxi')
    const { data: tree } = await send(suite.server, departmentTree, { tenantId }, suite.admin)
    const rows = rowsOf(tree ?? [])
    const wanted = departments.filter(({ tenant }) => tenant === 'lumingxi')
    expect(rows).toHaveLength(wanted.length)
    expect(rows).toEqual(expect.arrayContaining(wanted))
    const { data: people } = await send(suite.server, tenantUserList, { tenantId, limit: 100 }, suite.admin)
    const found = new Map(people?.list.map(({ userName, departmentName }) => [userName, departmentName]))
    const expected = demoUsers.filter(({ tenant }) => tenant === 'lumingxi')
    expect(people?.list.length).toBe(100)
    for (const [userName, departmentName] of found)
      expect(departmentName).toBe(expected.find((user) => user.userName === userName)?.department ?? '')
    expect(found.get('lumingxi.cra')).toBe('华东监查组')
  })

  it('give their chosen sites names of their own', async () => {
    const found = await suite.database.owner
      .selectFrom('tenantSite')
      .innerJoin('tenant', 'tenant.id', 'tenantSite.tenantId')
      .select(['tenantCode', 'siteName', 'nickName'])
      .execute()
    expect(found).toHaveLength(tenantSites.length)
    for (const { tenant, siteName, nickName } of tenantSites)
      expect(found).toContainEqual({ tenantCode: codeOf(tenant), siteName, nickName })
  })
})

describe('the sites of the demonstration', () => {
  it('have data that the site form accepts, with existing regions and terms; some are delivered', async () => {
    const rows = await suite.database.owner
      .selectFrom('site')
      .innerJoin('area', 'area.id', 'site.cityId')
      .innerJoin('dictionary as level', 'level.id', 'site.levelId')
      .innerJoin('dictionary as type', 'type.id', 'site.typeId')
      .selectAll('site')
      .select(['area.parentId', 'level.categoryId as levelOf', 'type.categoryId as typeOf'])
      .execute()
    expect(rows).toHaveLength(sites.length)
    for (const { parentId, levelOf, typeOf, ...row } of rows) {
      expect(SiteInput.safeParse(row).success).toBe(true)
      expect([parentId, levelOf, typeOf]).toEqual([row.provinceId, categories.siteLevel, categories.siteType])
    }
    expect(new Set(rows.map(({ isUserAdd }) => isUserAdd))).toEqual(new Set([0, 1]))
  })
})

describe('the studies of the demonstration', () => {
  it('have data that the study form accepts, in every tenant', async () => {
    const { data } = await send(suite.server, studyList, { limit: 100 }, suite.admin)
    const list = data?.list ?? []
    expect(list.map(({ studyCode }) => studyCode).toSorted()).toEqual(
      demoStudies.map(({ studyCode }) => studyCode).toSorted(),
    )
    expect(new Set(list.map(({ tenantId }) => tenantId)).size).toBe(3)
    for (const study of list)
      expect(await send(suite.server, studySave, study, suite.admin)).toMatchObject({ code: codes.ok })
  })
})

describe('the licences of the demonstration', () => {
  it('cover every state', async () => {
    const { data } = await send(suite.server, licenceList, { limit: 100 }, suite.admin)
    const list = data?.list ?? []
    expect(list).toHaveLength(demoLicences.length)
    expect(new Set(list.map(({ state }) => state))).toEqual(
      new Set(['open', 'ending', 'upcoming', 'expired', 'disabled']),
    )
  })
})

describe('the users of the demonstration', () => {
  it('have no e-mail address or phone number that a real person could have', async () => {
    for (const row of await tenants()) {
      expect(row.email).toMatch(/\.example$/)
      expect(row.tel).toMatch(/^0\d{2,3}0/)
    }
    const rows = await members()
    expect(new Set(rows.map(({ userName }) => userName)).size).toBe(demoUsers.length)
    for (const { email, phone, phoneKey } of rows) {
      expect(email).toMatch(/\.example$/)
      expect(phone).toMatch(/^0\d{2,3}0/)
      expect(phoneKey).toBe(phone)
    }
  })

  it('cover every state, with existing types and positions', async () => {
    const rows = await members()
    for (const { key } of demoTenants)
      expect(rows.filter(({ tenantCode }) => tenantCode === codeOf(key)).length).toBeGreaterThan(50)
    expect(new Set(rows.map(({ enabled }) => enabled))).toEqual(new Set([0, 1]))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['0', '1']))
    expect(new Set(rows.map(({ userType }) => userType))).toEqual(new Set(['0', '1']))
    expect(new Set(rows.map(({ roleType }) => roleType))).toEqual(new Set([2, null]))
    expect(rows.filter(({ position, type }) => position === null || type === null)).toEqual([])
    expect(rows.length - new Set(rows.map(({ userId }) => userId)).size).toBe(1)
  })

  it('can sign in only with a password that the start printed', async () => {
    const rows = await members()
    const withPassword = rows.filter(({ passwordHash }) => passwordHash !== null)
    expect(withPassword.map(({ userName }) => userName).toSorted()).toEqual(
      accounts.map(({ userName }) => userName).toSorted(),
    )
    expect(accounts.filter(({ role }) => role === 'tenant administrator')).toHaveLength(demoTenants.length)
    const users = accounts.filter(({ role }) => role === 'tenant user')
    expect(users.map(({ userName }) => userName)).toEqual(['lumingxi.cra', 'lumingxi.supply'])
    expect(users[0]?.phone).toBe(demoPhone)
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(accounts.length)
    for (const { userName, password, role } of accounts) {
      expect(password).toMatch(passwordPattern)
      const user = withPassword.find((row) => row.userName === userName)
      const roleId = role === 'tenant administrator' ? tenantAdministrator.id : tenantMember.id
      expect(user).toMatchObject({ roleId, passwordMustChange: false, emailValid: 0, phoneValid: 0 })
      expect(await verifyPassword(user?.passwordHash ?? '', password)).toBe(true)
    }
  })
})

it('keeps users’ changes at the next start', async () => {
  const { owner } = suite.database
  const [member] = await members()
  await owner
    .deleteFrom('tenantUser')
    .where('userId', '=', member?.userId ?? '')
    .execute()
  await owner.deleteFrom('studySite').execute()
  await owner.deleteFrom('tenantSite').execute()
  await owner.updateTable('tenant').set({ abbr: 'changed' }).where('tenantCode', '=', 'LUMINGXI').execute()
  const before = [await tenants(), await members()]
  expect(await start()).toEqual([])
  expect([await tenants(), await members()]).toEqual(before)
  expect(before[0]?.filter((row) => 'abbr' in row && row.abbr === 'changed')).toHaveLength(1)
  expect(await owner.selectFrom('tenantSite').select('id').execute()).toEqual([])
  expect(await owner.selectFrom('site').select('id').execute()).toHaveLength(sites.length)
})

it('leaves out users whose user name, e-mail address or phone number is already in use', async () => {
  const database = await createTestDatabase({ seeded: true })
  try {
    const accepted = invitations.find(({ state }) => state === 'accepted')?.email ?? ''
    const { phone = '' } = demoUsers.find(({ userName }) => userName === 'lumingxi.supply') ?? {}
    const stranger = (id: string) => ({ id, fullName: '路人', userName: id, userNameKey: id })
    const taken = [
      { ...stranger('1'), userName: 'Lumingxi.CRA', userNameKey: 'lumingxi.cra' },
      { ...stranger('2'), userName: 'qingyulan.admin', userNameKey: 'qingyulan.admin' },
      { ...stranger('3'), phone, phoneKey: phone, phoneValid: 0 },
      { ...stranger('4'), email: accepted, emailKey: accepted, emailValid: 0 },
    ]
    for (const user of taken) await database.owner.insertInto('appUser').values(user).execute()
    const services = testServices(database)
    const made = await inTransaction(database.db, asPlatform, (trx) => seedDemonstration(trx, { services }))
    expect(made.map(({ userName }) => userName)).toEqual(['lumingxi.admin', 'hengxulan.admin'])
    const members = await database.owner.selectFrom('tenantUser').select('userId').execute()
    expect(new Set(members.map(({ userId }) => userId)).size).toBe(demoUsers.length - taken.length)
    expect(members.filter(({ userId }) => userId.length === 1)).toEqual([])
    const invited = await database.owner.selectFrom('invitation').select(['email', 'tenantId']).execute()
    expect(new Set(invited.map(({ tenantId }) => tenantId)).size).toBe(2)
    expect(invited.map(({ email }) => email)).not.toContain(accepted)
  } finally {
    await database.close()
  }
})
