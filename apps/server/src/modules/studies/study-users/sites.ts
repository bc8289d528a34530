import { type RawBuilder, sql } from 'kysely'
import { searchedColumns, studySearchText } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/** The sites of studies, with the tenant's own entry of each. */
export const sitesOf = (trx: Trx) =>
  trx
    .selectFrom('studySite')
    .innerJoin('tenantSite', (join) =>
      join
        .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
        .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
    )

/** The study's name for a site, or else the tenant's. */
export const siteName: RawBuilder<string> = sql<string>`coalesce(nullif(study_site.nick_name, ''), tenant_site.nick_name)`

/** The code and the names of a site, by which its study is found too. */
export const siteText = {
  ...studySearchText,
  parts: searchedColumns('studySite.code', 'studySite.nickName', 'tenantSite.nickName'),
}
