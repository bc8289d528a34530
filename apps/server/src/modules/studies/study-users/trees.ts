import { type allowedStudies, globalTenantId, type invitingStudies, maxStudies } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { inNameOrder, inTenantsAsked, type Job } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { containsUnindexed, studySearchText } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { siteName, sitesOf } from '../study-sites/index.ts'
import { siteText } from './sites.ts'

type Links = SelectQueryBuilder<Database, 'studyUrl' | 'study' | 'tenant' | 'tenantUrl', object>

/** Selects the links of studies with products, with their studies, tenants and domains. */
const links = (trx: Trx, reached: RawBuilder<SqlBool>): Links =>
  trx
    .selectFrom('studyUrl')
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .innerJoin('tenant', 'tenant.id', 'studyUrl.tenantId')
    .where(reached)

/** Selects the sites of linked studies. */
const sitesOfLinks = (trx: Trx, reached: RawBuilder<SqlBool>) =>
  sitesOf(trx)
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studySite.tenantId')
        .onRef('studyUrl.studyId', '=', 'studySite.studyId'),
    )
    .where(reached)

/**
 * Restricts links to studies that match a keyword themselves or by a site. The sites are searched once, not study by
 * study.
 */
const withKeyWord = (trx: Trx, query: Links, keyWord: string, reached: RawBuilder<SqlBool>): Links =>
  keyWord === ''
    ? query
    : query.where(({ or, eb }) =>
        or([
          containsUnindexed(studySearchText, keyWord),
          eb(
            'studyUrl.id',
            'in',
            sitesOfLinks(trx, reached).select('studyUrl.id').where(containsUnindexed(siteText, keyWord)),
          ),
        ]),
      )

/** Reads the sites of linked studies, sorted by code. */
const sitesBelow = (trx: Trx, studyUrlIds: readonly string[], reached: RawBuilder<SqlBool>) =>
  sitesOfLinks(trx, reached)
    .select(['studySite.id', 'studySite.id as studySiteId', 'studySite.code', 'studyUrl.id as studyUrlId'])
    .select(siteName.as('name'))
    .where('studyUrl.id', '=', sql<string>`any(${studyUrlIds})`)
    .orderBy(inNameOrder(sql.ref('studySite.code')))
    .orderBy('studySite.id')
    .execute()

type Asked = Job<{ readonly tenantId: string; readonly keyWord: string }>

/**
 * Returns the first studies by name, each with its sites.
 * @param narrowed restricts the links that the caller may see
 */
async function readTree(job: Asked, narrowed: (query: Links) => Links) {
  const { input, trx } = job
  // Lookups without a tenant send 0.
  const tenantId = input.tenantId === globalTenantId ? '' : input.tenantId
  const reached = await inTenantsAsked(job, 'studyUrl.tenantId', tenantId)
  const found = await narrowed(withKeyWord(trx, links(trx, reached), input.keyWord, reached))
    .select(['study.id', 'study.tenantId', 'tenant.tenantName', 'study.studyName as name'])
    .select(['study.studyCode as code', 'studyUrl.id as studyUrlId', 'tenantUrl.hasApi as hasUrl'])
    .orderBy(inNameOrder(sql.ref('study.studyName')))
    .orderBy('studyUrl.id')
    .limit(maxStudies + 1)
    .execute()
  const studies = found.slice(0, maxStudies)
  const ids = studies.map(({ studyUrlId }) => studyUrlId)
  const sites = Map.groupBy(await sitesBelow(trx, ids, reached), ({ studyUrlId }) => studyUrlId)
  return {
    list: studies.map((study) => ({ ...study, sites: sites.get(study.studyUrlId) ?? [] })),
    totalCount: studies.length,
    ...(found.length > maxStudies ? { totalExceeded: true } : {}),
  }
}

/** POST /studyUrl/allowed/list. */
export const listAllowedStudies = (work: Work<typeof allowedStudies>) =>
  readTree(work, (query) => query.where('studyUrl.softwareId', '=', work.input.softId))

/** POST /studySite/tenant/soft. */
export const listInvitingStudies = (work: Work<typeof invitingStudies>) => {
  const { softId, studyUrlId } = work.input
  return readTree(work, (query) =>
    query
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('software')
            .select('software.id')
            .whereRef('software.id', '=', 'studyUrl.softwareId')
            .where('software.authorizationStyle', 'is not', null),
        ),
      )
      .$if(softId !== '', (narrowed) => narrowed.where('studyUrl.softwareId', '=', softId))
      .$if(studyUrlId !== '', (narrowed) => narrowed.where('studyUrl.id', '=', studyUrlId)),
  )
}
