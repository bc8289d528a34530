import { authorizationStyles, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import {
  asPlatform,
  asTenants,
  inTransaction,
  type RunAs,
  type Trx,
} from '../../../platform/database/index.ts'
import { authorizedPeople, pageOfPeople, unselectedPeople } from './list.ts'
import type { Scope } from './scope.ts'
import { addStudy, addStudySite } from './test-kit/index.ts'

let database: TestDatabase
let scope: Scope
let small: Scope
let site = ''

/** Users of one tenant: two of every three are authorized in one study, and ten users in another. */
const amount = 30_000
const idOf = (n: number) => `p${String(n).padStart(6, '0')}`
const numbers = Array.from({ length: amount }, (_, index) => index + 1)

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
  const { owner } = database
  const tenantId = 'large'
  await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    values (${tenantId}, ${tenantId}, ${tenantId}, '', '')`.execute(owner)
  const product = { tenantId, softwareId: softwareCodes.edc }
  const facts = { studySiteId: '', authorizationStyle: authorizationStyles.edc }
  scope = { ...(await addStudy(database, product, '众多人的研究')), ...facts }
  small = { ...(await addStudy(database, product, '少数人的研究')), ...facts }
  site = await addStudySite(database, scope, '01')
  await sql`insert into app_user (id, full_name, user_name, user_name_key, email, email_key, phone)
    select 'u' || n, '张伟' || lpad(n::text, 6, '0'), 'many' || n, 'many' || n,
      'many' || n || '@hospital', 'many' || n || '@hospital', (13000000000 + n)::text
    from generate_series(1, ${amount}) n`.execute(owner)
  await sql`insert into tenant_user (tenant_id, id, user_id)
    select ${tenantId}, 'p' || lpad(n::text, 6, '0'), 'u' || n from generate_series(1, ${amount}) n`.execute(
    owner,
  )
  await sql`insert into study_user (tenant_id, id, study_url_id, study_site_id, tenant_user_id)
    select ${tenantId}, 'a' || n, ${scope.studyUrlId}, case when n % 3 = 1 then ${site} end, 'p' || lpad(n::text, 6, '0')
    from generate_series(1, ${amount}) n where n % 3 > 0`.execute(owner)
  await sql`insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
    select ${tenantId}, 'b' || n, ${small.studyUrlId}, 'p' || lpad((n * 2500)::text, 6, '0')
    from generate_series(1, 10) n`.execute(owner)
  await addOthers()
  await sql`vacuum analyze app_user, tenant_user, study_user`.execute(owner)
  // Inserting so many indexed rows takes longer than the default timeout on a busy machine.
}, 180_000)

/**
 * Adds other tenants, each with an authorized user. With very many users, the planner underestimates those of one
 * tenant, because row-level security repeats the condition on the tenant.
 */
async function addOthers(): Promise<void> {
  const { owner } = database
  await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    select 't' || n, 't' || n, 't' || n, '', '' from generate_series(1, 1000) n`.execute(owner)
  await sql`insert into tenant_user (tenant_id, id, user_id) select 't' || n, 't' || n, 'u' || n
    from generate_series(1, 1000) n`.execute(owner)
  await sql`insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url)
    select 't' || n, 't' || n, ${softwareCodes.edc}, '', '', '' from generate_series(1, 1000) n`.execute(
    owner,
  )
  await sql`insert into study (tenant_id, id, study_name, study_code, plan_code, name_abbr, fame_full, principal,
      site_count, patient_count)
    select 't' || n, 't' || n, '', '', '', '', '', '', 1, 1 from generate_series(1, 1000) n`.execute(owner)
  await sql`insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id)
    select 't' || n, 't' || n, 't' || n, ${softwareCodes.edc}, 't' || n from generate_series(1, 1000) n`.execute(
    owner,
  )
  await sql`insert into study_user (tenant_id, id, study_url_id, tenant_user_id)
    select 't' || n, 't' || n, 't' || n, 't' || n from generate_series(1, 1000) n`.execute(owner)
}

afterAll(() => database.close())

const blank = { studyUrlId: '', studySiteId: '', keyWord: '', limit: 10, page: 1 }
const ways = { authorized: authorizedPeople, unselected: unselectedPeople }

const page = (as: RunAs, way: keyof typeof ways, at: Scope, wanted: Partial<typeof blank> = {}) =>
  inTransaction(database.db, as, async (trx) => {
    const { ids, counts } = await pageOfPeople(trx, as, await ways[way](trx, at), at, { ...blank, ...wanted })
    return { ids, ...counts }
  })

/** Returns the number of rows that sequential scans have read in a transaction. */
async function scannedBy(trx: Trx): Promise<number> {
  const { rows } = await sql<{ scanned: number }>`
    select sum(pg_stat_get_xact_tuples_returned(name::regclass)) as scanned
    from unnest(array['study_user', 'tenant_user']) name`.execute(trx)
  return Number(rows[0]?.scanned)
}

/** Returns the number of rows that sequential scans read for one page of authorized users. */
const scannedFor = (as: RunAs, at: Scope) =>
  inTransaction(database.db, as, async (trx) => {
    const before = await scannedBy(trx)
    await pageOfPeople(trx, as, await authorizedPeople(trx, at), at, blank)
    return (await scannedBy(trx)) - before
  })

const roles = [
  ['the platform', asPlatform],
  ['a tenant', asTenants(['large'])],
] as const

describe('among 20,000 authorized people', () => {
  it.each(roles)('%s gets pages of authorized and unauthorized users', async (_, as) => {
    const authorized = numbers.filter((n) => n % 3 > 0).map(idOf)
    const free = numbers.filter((n) => n % 3 !== 2).map(idOf)
    expect((await page(as, 'authorized', scope)).ids).toEqual(authorized.slice(0, 10))
    expect((await page(as, 'authorized', scope, { page: 900 })).ids).toEqual(authorized.slice(8990, 9000))
    // A user who is authorized only at the site can be given the whole study.
    expect((await page(as, 'unselected', scope, { page: 3 })).ids).toEqual(free.slice(20, 30))
    const atSite = { ...scope, studySiteId: site }
    expect((await page(as, 'unselected', atSite)).ids).toEqual(
      numbers
        .filter((n) => n % 3 === 0)
        .map(idOf)
        .slice(0, 10),
    )
    expect((await page(as, 'authorized', atSite)).ids).toEqual(authorized.slice(0, 10))
  })

  it.each(roles)('%s finds users by keyword', async (_, as) => {
    expect(await page(as, 'authorized', scope, { keyWord: '张伟012343' })).toMatchObject({
      ids: [idOf(12343)],
      totalCount: 1,
    })
    expect(await page(as, 'unselected', scope, { keyWord: '张伟012344' })).toMatchObject({ ids: [] })
    const atSite = { ...scope, studySiteId: site }
    const all = numbers.map(idOf)
    expect(await page(as, 'authorized', scope, { keyWord: '张伟' })).toMatchObject({
      ids: all.filter((_, index) => index % 3 < 2).slice(0, 10),
    })
    expect(await page(as, 'unselected', atSite, { keyWord: '张伟' })).toMatchObject({
      ids: all.filter((_, index) => index % 3 === 2).slice(0, 10),
    })
  })

  it.each(roles)('%s gets the ten users of another study without reading the others', async (_, as) => {
    const ten = Array.from({ length: 10 }, (_, index) => idOf((index + 1) * 2500))
    expect(await page(as, 'authorized', small)).toEqual({ ids: ten, totalCount: 10 })
    expect(await scannedFor(as, small)).toBe(0)
  })

  it.each(roles)('%s gets the first page from an index, without sorting', async (_, as) => {
    for (const way of ['authorized', 'unselected'] as const) {
      const plan = await inTransaction(database.db, as, async (trx) => {
        const { rows } = await ways[way](trx, scope)
        return rows
          .select('tenantUser.id')
          .orderBy(sql`tenant_user.full_name collate "zh-x-icu"`)
          .orderBy('tenantUser.id')
          .limit(10)
          .explain('json')
      })
      expect(JSON.stringify(plan)).toMatch(/tenant_user(_of_tenant)?_by_full_name/)
      expect(JSON.stringify(plan)).not.toContain('Seq Scan')
      // A join filter would compare each user with each authorization.
      expect(JSON.stringify(plan)).not.toContain('Join Filter')
    }
  })
})
