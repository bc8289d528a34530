import {
  allCalls,
  askableStudies,
  type Call,
  categories,
  codes,
  foldText,
  type RequestOf,
  releaseList,
  rtsmStudies,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { addUser, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { type Suite, startSuite } from '../test-kit/index.ts'
import { addForeignTenant, addThings, type TenantThings } from './foreign-tenant.ts'

let suite: Suite
let things: TenantThings
let elsewhere: TenantThings

/** Code that occurs in a row of each list. */
const plain = 'lmx-101'

const spellings = ['LMX-101', 'ＬＭＸ-101', 'LMX－101', 'LMX\u2011101', 'ｌｍｘ\u2212１０１']

/** Tables and columns that contain the code. User names and addresses are left out because they are searched by keys. */
const texts = [
  ['tenant', 'tenant_name'],
  ['site', 'site_name'],
  ['tenant_site', 'nick_name'],
  ['tenant_url', 'url_name'],
  ['study', 'study_name'],
  ['study_site', 'code'],
  ['access_request', 'study_name'],
  ['training', 'name'],
  ['training_evidence', 'person_name'],
  ['unblinding', 'study_name'],
  ['access_review', 'name'],
  ['access_review_item', 'full_name'],
  ['trail_review', 'name'],
  ['app_user', 'full_name'],
  ['file', 'file_name'],
  ['message', 'subject'],
  ['message', 'recipient'],
  ['dictionary', 'dic_name'],
  ['area', 'area_name'],
  ['software', 'software_name'],
  ['role', 'name'],
  ['job', 'job_name'],
] as const

beforeAll(async () => {
  suite = await startSuite()
  const { owner } = suite.database
  const tenant = { id: 'searched', tenantName: plain, tenantCode: 'S', abbr: '', categoryId: '' }
  await owner.insertInto('tenant').values(tenant).execute()
  things = await addThings(suite.database, tenant.id, plain)
  elsewhere = await addForeignTenant(suite.database)
  const { id: userId } = await addUser(suite.database, { fullName: `未授权 ${plain}` })
  await owner.insertInto('tenantUser').values({ tenantId: tenant.id, id: 'unauthorized', userId }).execute()
  await owner
    .insertInto('site')
    .values({ id: 'searched', siteName: plain, levelId: '', typeId: '' })
    .execute()
  await owner.updateTable('study').set({ studyName: plain }).where('id', '=', things.ids.study).execute()
  const { ctms, edc } = softwareCodes
  // Adds a licence for the study's product; the study's users count towards its limit.
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId: tenant.id, id: 'searched', softwareId: edc })
    .execute()
  await owner.updateTable('software').set({ softwareName: plain }).where('id', '=', ctms).execute()
  await owner.insertInto('area').values({ id: plain, areaName: plain, level: 1, sort: 1 }).execute()
  await owner.insertInto('role').values({ id: plain, name: plain, roleType: 1 }).execute()
  await owner
    .updateTable('accessReviewItem')
    .set({ reviewerId: suite.admin.userId })
    .where('id', '=', things.ids.accessReviewItem)
    .execute()
  await owner
    .insertInto('privacyRequest')
    .values({
      ...{ id: 'searched', userId, ground: 'person', reason: 'searched' },
      ...{ requestedBy: userId, requesterName: 'searched' },
    })
    .execute()
  await owner
    .insertInto('legalHold')
    .values({
      ...{ id: 'searched', scope: 'person', heldPerson: userId, name: plain, reason: 'searched' },
      ...{ placedBy: userId, placerName: 'searched' },
    })
    .execute()
  await sql`update job set job_name = ${plain} where id = (select min(id) from job)`.execute(owner)
})

afterAll(() => suite.close())

/** Request fields that search for part of a text. */
const searchFields = ['keyWord', 'userName', 'fileName', 'subject', 'jobName', 'name', 'studyName'] as const

const fieldsOf = ({ request }: Call): object => (request as { readonly shape?: object }).shape ?? {}

/** Fields that a list's request needs besides the search text. */
const about: Readonly<Record<string, () => object>> = {
  '/access/list': () => ({ tenantId: things.ids.tenant }),
  '/accessReview/items': () => ({ reviewId: things.ids.accessReview }),
  '/accessReview/list': () => ({ tenantId: things.ids.tenant }),
  '/dictionary/getListByCategory': () => ({
    tenantId: things.ids.tenant,
    categoryId: categories.position,
  }),
  '/dictionary/getListByCategoryUrl': () => ({
    studyUrlId: things.ids.studyUrl,
    categoryId: categories.position,
  }),
  '/release/tenants': () => ({ name: 'module-of-all' }),
  '/studySite/tenant/soft': () => ({ softId: softwareCodes.edc }),
  '/studyUrl/allowed/list': () => ({ softId: softwareCodes.edc }),
  '/studySite/list': () => ({ studyId: things.ids.study }),
  '/studyUser/list': () => ({ tenantId: things.ids.tenant, studyUrlId: things.ids.studyUrl }),
  '/studyUser/list/unselect': () => ({ tenantId: things.ids.tenant, studyUrlId: things.ids.studyUrl }),
  '/tenantSoft/holder/list': () => ({ id: 'searched' }),
  '/tenantUrl/signIn/list': () => ({ tenantUrlId: things.ids.domain }),
  '/tenantSite/list/unselect': () => ({ tenantId: elsewhere.ids.tenant }),
  '/tenantUser/invitation/list': () => ({ tenantId: things.ids.tenant }),
  '/tenantUser/list/unselect': () => ({ tenantId: elsewhere.ids.tenant }),
  '/trailReview/list': () => ({ tenantId: things.ids.tenant }),
  '/inspection/list': () => ({ tenantId: things.ids.tenant }),
  '/accessRequest/list': () => ({ tenantId: things.ids.tenant }),
  '/training/evidence/list': () => ({ tenantId: things.ids.tenant }),
  '/training/list': () => ({ tenantId: things.ids.tenant }),
  '/training/people/list': () => ({ tenantId: things.ids.tenant }),
  '/unblinding/list': () => ({ tenantId: things.ids.tenant }),
}

const isSearched = (call: Call): boolean =>
  call.effect === 'read' && ('limit' in fieldsOf(call) || 'keyWord' in fieldsOf(call))

/**
 * Lists with tests of their own: users see only studies of their own memberships, modules are found only by their full
 * name, and releases by version.
 */
const others: readonly Call[] = [rtsmStudies, askableStudies, releaseList]

/** Every other list and lookup with a search, and the field for the text. */
const searches = allCalls
  .filter((call) => isSearched(call) && !others.includes(call))
  .flatMap((call) =>
    searchFields
      .filter((field) => field in fieldsOf(call) && !(field === 'name' && call.path.startsWith('/release/')))
      .map((field) => [call.path, field, call] as const),
  )

async function found(call: Call, field: string, text: string): Promise<readonly string[]> {
  const input = { ...about[call.path]?.(), [field]: text, limit: 100 } as RequestOf<Call>
  const { code, data } = await send(suite.server, call, input, suite.admin)
  expect(code).toBe(codes.ok)
  const rows = Array.isArray(data) ? data : (data as { readonly list: readonly object[] }).list
  return rows.map((row) => String(Object.values(row)[0]))
}

describe('a search for a code in any spelling', () => {
  it('covers all lists with a search', () => {
    expect(searches.length).toBeGreaterThan(25)
  })

  it.each(searches)('finds the same rows in %s by %s', async (_, field, call) => {
    const rows = await found(call, field, plain)
    expect(rows.length).toBeGreaterThan(0)
    for (const spelling of spellings) expect(await found(call, field, spelling)).toEqual(rows)
    expect(await found(call, field, 'LMX-102')).toEqual([])
  })

  it('finds the same rows if the stored text has other hyphens and full-width letters', async () => {
    const before = await Promise.all(searches.map(([, field, call]) => found(call, field, plain)))
    for (const [table, column] of texts)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${plain}, 'ＬＭＸ\u2010101')
        where strpos(${sql.ref(column)}, ${plain}) > 0`.execute(suite.database.owner)
    const after = await Promise.all(searches.map(([, field, call]) => found(call, field, plain)))
    expect(after.map((rows) => rows.map(foldText).toSorted())).toEqual(
      before.map((rows) => rows.map(foldText).toSorted()),
    )
  })
})
