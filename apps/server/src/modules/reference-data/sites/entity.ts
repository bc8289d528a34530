import { categories, globalTenantId, type RequestOf, siteSave } from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Job, nameIn, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../../platform/http/rejection.ts'
import { isEntryOf } from '../dictionaries/index.ts'
import { regionIssues } from '../regions/index.ts'

type SiteFields = RequestOf<typeof siteSave>

const region = ['countryId', 'provinceId', 'cityId'] as const

/** SQL for the comparison key of a name: it ignores case, full-width forms, spaces and punctuation. */
const keyOf = (name: string) => sql<string>`site_name_key(${name})`

const stays = (input: SiteFields, row: Row<'site'>): boolean =>
  row.siteName === input.siteName && region.every((field) => (row[field] ?? '') === input[field])

/** Finds another site of this name in the same city or, if no city is given, in the same province or country. */
const findNamesake = ({ trx, input }: Job<SiteFields>) =>
  trx
    .selectFrom('site')
    .select(['siteName', 'countryId', 'provinceId', 'cityId'])
    .where(sql`site_name_key(site_name)`, '=', keyOf(input.siteName))
    .where((eb) => eb.and(region.map((field) => eb(field, 'is not distinct from', input[field] || null))))
    .where('id', '<>', input.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Waits for other transactions that save a site of this name, so that the later of two sees the earlier one. */
const waitForOthers = (trx: Trx, siteName: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('site ' || ${keyOf(siteName)}, 0))`.execute(trx)

const regionNames = async ({ trx, language }: Job<SiteFields>, ids: readonly string[]): Promise<string> => {
  const rows = await trx
    .selectFrom('area')
    .select(nameIn(language, 'area.areaName').as('name'))
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('level')
    .execute()
  return rows.map(({ name }) => name).join(' - ')
}

/**
 * Warns of another site of the same name in the same city, unless the caller has accepted the duplicate or changes
 * neither name nor region.
 */
async function namesakeIssues(
  job: Job<SiteFields>,
  row: Row<'site'> | undefined,
): Promise<FieldIssue<keyof SiteFields>[]> {
  const { trx, input } = job
  await waitForOthers(trx, input.siteName)
  if (input.duplicateAccepted || (row && stays(input, row))) return []
  const found = await findNamesake(job)
  if (!found) return []
  const ids = region.map((field) => found[field]).filter((id) => id !== null)
  const rule = ids.length > 0 ? 'site.rule.namesake' : 'site.rule.namesakeNowhere'
  return [
    fieldIssue('siteName', rule, { name: found.siteName, region: await regionNames(job, ids) }),
    fieldIssue('duplicateAccepted', 'site.rule.acceptance'),
  ]
}

const terms = [
  { field: 'levelId', categoryId: categories.siteLevel },
  { field: 'typeId', categoryId: categories.siteType },
] as const

/** Checks that level and type are entries of their categories. */
async function termIssues(trx: Trx, site: SiteFields) {
  const issues: FieldIssue<'levelId' | 'typeId'>[] = []
  for (const { field, categoryId } of terms)
    if (!(await isEntryOf(trx, categoryId, site[field]))) issues.push(fieldIssue(field, 'rule.reference'))
  return issues
}

/** Returns issues with invalid references of a site or, if there are none, warns of a site with the same name. */
async function siteIssues(job: Job<SiteFields>, row: Row<'site'> | undefined) {
  const { trx, input } = job
  const wrong = [...(await regionIssues(trx, input)), ...(await termIssues(trx, input))]
  return wrong.length > 0 ? wrong : namesakeIssues(job, row)
}

/** Counts the tenants' sites that refer to a site. */
async function siteUses(trx: Trx, { id }: Row<'site'>): Promise<Uses> {
  const chosen = await trx
    .selectFrom('tenantSite')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('siteId', '=', id)
    .executeTakeFirstOrThrow()
  return { 'tenantSite.use.sites': chosen.count }
}

/** A site: the platform's administrators add, change and delete it. */
export const sites = entity('site', siteSave, {
  tenantOf: () => globalTenantId,
  apart: { duplicateAccepted: true },
  rules: siteIssues,
  uses: siteUses,
})
