import type { ProductGrant } from '@atrium/contract'
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { isInForce, studiesOf, type TenantProduct, type Users } from './product-access.ts'

/**
 * `granted`: also what is still to be delivered to the product, unless its first day is yet to come or it waits for a
 * training.
 * `accepted`: only what the product has accepted, without changes that wait for its response or were rejected.
 */
type Extent = 'granted' | 'accepted'

/** Selects the grants of a user in a product within a study; null if there are none. */
const grantOf = (eb: ExpressionBuilder<Database, 'tenantUser' | 'studyUrl'>, extent: Extent) => {
  const ofUser = eb
    .selectFrom('productAuthorization')
    .whereRef('productAuthorization.tenantId', '=', 'studyUrl.tenantId')
    .whereRef('productAuthorization.studyUrlId', '=', 'studyUrl.id')
    .whereRef('productAuthorization.tenantUserId', '=', 'tenantUser.id')
  return extent === 'granted'
    ? ofUser
        .select(
          sql<ProductGrant | null>`case when product_authorization.state = 'waiting'
              and (product_authorization.waiting_since > now() or product_authorization.untrained_since is not null)
            then product_authorization.accepted_grants else product_authorization.grants end`.as('grants'),
        )
        .where('productAuthorization.state', 'in', ['accepted', 'waiting'])
    : ofUser.select('productAuthorization.acceptedGrants as grants')
}

/** SQL condition on a row of study_user: it does not belong to a change that waits for the product's response. */
const isSettled: RawBuilder<SqlBool> = sql`not exists (
  select from product_authorization change
  where change.tenant_id = study_user.tenant_id and change.study_url_id = study_user.study_url_id
    and change.tenant_user_id = study_user.tenant_user_id and change.state = 'waiting'
    and study_user.id = any(change.study_user_ids))`

/** Selects the authorizations of a user in a study that apply now. */
const authorizationsIn = (eb: ExpressionBuilder<Database, 'tenantUser' | 'studyUrl'>, extent: Extent) =>
  eb
    .selectFrom('studyUser')
    .select('studyUser.id')
    .whereRef('studyUser.tenantId', '=', 'studyUrl.tenantId')
    .whereRef('studyUser.studyUrlId', '=', 'studyUrl.id')
    .whereRef('studyUser.tenantUserId', '=', 'tenantUser.id')
    .where(isInForce)
    .$if(extent === 'accepted', (query) => query.where(isSettled))

/**
 * Selects the studies in which users are authorized, with their authorized sites: all sites if the authorization
 * covers the whole study. Only study names and codes are read, because details of drugs and design must not reach
 * blinded users.
 */
export const studiesWithSites = (trx: Trx, users: Users, extent: Extent = 'granted') =>
  studiesOf(trx, users)
    .$if(extent === 'accepted', (query) => query.where((eb) => eb.exists(authorizationsIn(eb, extent))))
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
              authorizationsIn(site, extent).where((one) =>
                one.or([
                  one('studyUser.studySiteId', 'is', null),
                  one('studyUser.studySiteId', '=', sql.ref<string>('studySite.id')),
                ]),
              ),
            ),
          )
          .orderBy('studySite.code')
          .orderBy('studySite.id'),
      ).as('sites'),
      grantOf(eb, extent).as('grant'),
    ])

/**
 * Returns the studies of a tenant that users may open in a product, with their sites and grants, in the form that
 * products get.
 */
export async function studiesInProduct(
  trx: Trx,
  users: Users,
  { tenantId, softwareId }: TenantProduct,
  extent: Extent,
) {
  const rows = await studiesWithSites(trx, users, extent)
    .select('tenantUser.userId')
    .where('studyUrl.tenantId', '=', tenantId)
    .where('studyUrl.softwareId', '=', softwareId)
    .orderBy('study.studyCode')
    .orderBy('studyUrl.id')
    .execute()
  return rows.map(({ userId, studyUrlId, studyId: id, studyCode: code, studyName: name, sites, grant }) => ({
    userId,
    access: { studyUrlId, study: { id, code, name }, sites, grant },
  }))
}
