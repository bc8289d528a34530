import {
  codes,
  type Language,
  type studySiteInfo,
  studySiteList,
  studySiteUnselected,
} from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { inOrder, inTenants, orderOf, pageOf, toWire } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { entryName } from '../../reference-data/dictionaries/index.ts'
import { areaNameOf, regionNames } from '../../reference-data/regions/index.ts'
import { pageOfTenantSites } from '../../tenants/tenant-sites/index.ts'
import { studyOf } from './entity.ts'

type Tables = 'studySite' | 'tenantSite' | 'site'

const studySiteOrder = orderOf('studySite', studySiteList, {}, ['code', 'nickName'])
const unselectedOrder = orderOf('tenantSite', studySiteUnselected, {}, ['siteName', 'nickName'])

/** Selects the displayed columns of a study's sites. */
const presented = (query: SelectQueryBuilder<Database, Tables, object>, language: Language) =>
  query
    .selectAll('studySite')
    .select('tenantSite.siteName')
    .select(entryName(language, 'site.levelId').as('levelDesc'))
    .select(regionNames(language, 'site'))

type PresentedRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

const shown = (row: PresentedRow) => ({ ...toWire(row), areaName: areaNameOf(row) })

/** Selects the sites of studies, joined with the tenant's and the platform's data about them. */
const studySites = ({ trx, as }: Pick<Work<typeof studySiteInfo>, 'trx' | 'as'>) =>
  trx
    .selectFrom('studySite')
    .innerJoin('tenantSite', (join) =>
      join
        .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
        .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
    )
    .innerJoin('site', 'site.id', 'tenantSite.siteId')
    .where(inTenants(as, 'studySite.tenantId'))

/**
 * Returns one page of a study's sites whose code, nickname or name contains a keyword, sorted by code by default. A
 * study has hundreds of sites at most, so the matches are counted and sorted directly.
 */
export async function listStudySites(work: Work<typeof studySiteList>) {
  const { input, trx, language } = work
  const { sortBy = 'code', sortOrder, keyWord } = input
  const study = await studyOf(work, input.studyId)
  const rows = studySites(work)
    .where('studySite.tenantId', '=', study.tenantId)
    .where('studySite.studyId', '=', study.id)
    .where(columnsContain(['studySite.code', 'studySite.nickName', 'tenantSite.siteName'], keyWord))
  const order = studySiteOrder({ sortBy, sortOrder })
  return pageOf(trx, rows, input, (query) => inOrder(presented(query, language), order), shown)
}

/** Returns one site of a study. */
export async function findStudySite(work: Work<typeof studySiteInfo>) {
  const found = studySites(work).where('studySite.id', '=', work.input.id)
  const row = await presented(found, work.language).executeTakeFirst()
  return row ? shown(row) : reject(codes.notFound)
}

/** Returns one page of the tenant's sites that are not in the study, sorted by name by default. */
export async function listUnselected(work: Work<typeof studySiteUnselected>) {
  const { trx, input } = work
  const { sortBy = 'siteName', sortOrder } = input
  const study = await studyOf(work, input.studyId)
  const rows = trx
    .selectFrom('tenantSite')
    .where('tenantSite.tenantId', '=', study.tenantId)
    // A subquery is evaluated once. A join would compare each site of the tenant with each site of the study.
    .where(({ not, eb, selectFrom }) =>
      not(
        eb(
          'tenantSite.id',
          'in',
          selectFrom('studySite')
            .select('studySite.tenantSiteId')
            .where('studySite.tenantId', '=', study.tenantId)
            .where('studySite.studyId', '=', study.id),
        ),
      ),
    )
  return pageOfTenantSites(work, rows, {
    keyWord: input.siteName,
    order: unselectedOrder({ sortBy, sortOrder }),
  })
}
