import { authorizationStyles, blinding, type ProductGrant, type rtsmStudies } from '@atrium/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { inNameOrder } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { studiesOf } from '../software/index.ts'
import { licenceColumns } from './lists.ts'

/**
 * Selects the grants of a user in a product within a study, accepted or still to be delivered; null if the product
 * rejected them or the authorization has no grants.
 */
const grantOf = (eb: ExpressionBuilder<Database, 'tenantUser' | 'studyUrl'>) =>
  eb
    .selectFrom('productAuthorization')
    .select('productAuthorization.grants')
    .whereRef('productAuthorization.tenantId', '=', 'studyUrl.tenantId')
    .whereRef('productAuthorization.studyUrlId', '=', 'studyUrl.id')
    .whereRef('productAuthorization.tenantUserId', '=', 'tenantUser.id')
    .where('productAuthorization.state', 'in', ['accepted', 'waiting'])

/**
 * Selects the studies in which a user is authorized, with their authorized sites: all sites if the authorization
 * covers the whole study. Only study names and codes are read, because details of drugs and design must not reach
 * blinded users.
 */
export const studiesWithSites = (trx: Trx, userId: string) =>
  studiesOf(trx, userId)
    .select(['studyUrl.id as studyUrlId', 'study.id as studyId', 'study.studyName', 'study.studyCode'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('studySite')
          .innerJoin('tenantSite', (join) =>
            join
              .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
              .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
          )
          .select(['studySite.id', 'studySite.code'])
          .select(
            sql<string>`coalesce(nullif(study_site.nick_name, ''), nullif(tenant_site.nick_name, ''),
              tenant_site.site_name)`.as('name'),
          )
          .whereRef('studySite.tenantId', '=', 'studyUrl.tenantId')
          .whereRef('studySite.studyId', '=', 'studyUrl.studyId')
          .where((site) =>
            site.exists(
              site
                .selectFrom('studyUser')
                .select('studyUser.id')
                .whereRef('studyUser.tenantId', '=', 'studyUrl.tenantId')
                .whereRef('studyUser.studyUrlId', '=', 'studyUrl.id')
                .whereRef('studyUser.tenantUserId', '=', 'tenantUser.id')
                .where((one) =>
                  one.or([
                    one('studyUser.studySiteId', 'is', null),
                    one('studyUser.studySiteId', '=', one.ref('studySite.id')),
                  ]),
                ),
            ),
          )
          .orderBy('studySite.code')
          .orderBy('studySite.id'),
      ).as('sites'),
      grantOf(eb).as('grant'),
    ])

/** Returns whether the user must stay blinded, which is the case unless all their roles are known to be unblinded. */
const blindingOf = (grant: ProductGrant | null): number => {
  const roles = grant?.roles ?? []
  const unblinded = roles.length > 0 && roles.every(({ isBlind }) => isBlind === blinding.unblinded)
  return unblinded ? blinding.unblinded : blinding.blinded
}

const rtsm = (trx: Trx, userId: string, timeZone: string) =>
  studiesWithSites(trx, userId)
    .innerJoin('tenant', 'tenant.id', 'studyUrl.tenantId')
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .select(['studyUrl.softwareId', 'studyUrl.tenantId', 'tenant.tenantName'])
    .select(['tenantUrl.urlName', 'tenantUrl.url', 'tenantUrl.mobileUrl'])
    .select(licenceColumns(timeZone))
    .where('software.authorizationStyle', '=', authorizationStyles.rtsm)

const searched = ['study.studyName', 'study.studyCode', 'tenant.tenantName'] as const

/** Returns the studies that the caller may open in RTSM. */
export async function listRtsmStudies({ trx, input, caller, services }: Work<typeof rtsmStudies>) {
  const { tenantId, keyWord, limit } = input
  const rows = await rtsm(trx, caller.userId, services.profile.timeZone)
    .$if(tenantId !== '', (query) => query.where('studyUrl.tenantId', '=', tenantId))
    .where(columnsContain(searched, keyWord))
    .orderBy(inNameOrder(sql.ref('study.study_name')))
    .orderBy('studyUrl.id')
    .limit(limit)
    .execute()
  return rows.map(({ grant, ...row }) => ({ ...row, isBlind: blindingOf(grant) }))
}
