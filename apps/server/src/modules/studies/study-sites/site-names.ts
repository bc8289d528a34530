import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/** Selects the sites of studies, joined with the tenant's entry for each. */
export const sitesOf = (trx: Trx) =>
  trx
    .selectFrom('studySite')
    .innerJoin('tenantSite', (join) =>
      join
        .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
        .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
    )

/** SQL for the study's nickname of a site or, without one, the tenant's. */
export const siteName: RawBuilder<string> = sql<string>`coalesce(nullif(study_site.nick_name, ''), tenant_site.nick_name)`
