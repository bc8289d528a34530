import { softwareSwitch, userStatus } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { isActiveMember, isCurrent } from '../../access/index.ts'

/*
 * Product access of users per tenant: for the help menu, the landing page and the hand-over to products. The queries
 * run as atrium_system and are restricted by user only, because they find the user's tenants.
 */

/** One user, or several, by id. */
export type Users = string | readonly string[]

const isOneOf = (users: Users): RawBuilder<SqlBool> =>
  typeof users === 'string'
    ? sql`tenant_user.user_id = ${users}`
    : sql`tenant_user.user_id = any(${users}::text[])`

/** SQL condition on a row of study_user: it applies now, and no required training is missing. */
export const isInForce: RawBuilder<SqlBool> = sql<SqlBool>`(
  ${isCurrent('studyUser.accessFrom', 'studyUser.accessUntil')} and study_user.untrained_since is null)`

/** Selects the rows of study_user that authorize a tenant user in a product of the tenant now. */
const authorizations = (trx: Trx) =>
  trx
    .selectFrom('studyUser')
    // The alias avoids a clash with study_url in the outer query.
    .innerJoin('studyUrl as link', (join) =>
      join.onRef('link.tenantId', '=', 'studyUser.tenantId').onRef('link.id', '=', 'studyUser.studyUrlId'),
    )
    .select('studyUser.id')
    .where('studyUser.tenantId', '=', sql.ref<string>('tenantUser.tenantId'))
    .where('studyUser.tenantUserId', '=', sql.ref<string>('tenantUser.id'))
    .where('link.softwareId', '=', sql.ref<string>('software.id'))
    .where(isInForce)

/**
 * Selects the products in which users are authorized, licensed or not, one row per user and tenant. A user must be
 * enabled in the tenant, within the period of the membership and, if the product authorizes users per study, have a
 * study there.
 */
const authorizedProductsOf = (trx: Trx, users: Users) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('software', (join) => join.onTrue())
    .where(isOneOf(users))
    .where(isActiveMember())
    .where((eb) =>
      eb.or([eb('software.isStudyAuthorization', '=', softwareSwitch.no), eb.exists(authorizations(trx))]),
    )

/**
 * Selects the products that users have: authorized products for which the tenant has a licence, whatever its dates. A
 * product whose licence has expired or not yet started is listed but cannot be opened. A licence that is switched off
 * gives no access.
 */
export const productAccessOf = (trx: Trx, users: Users) =>
  authorizedProductsOf(trx, users)
    .innerJoin('tenantSoftware', (join) =>
      join
        .onRef('tenantSoftware.tenantId', '=', 'tenantUser.tenantId')
        .onRef('tenantSoftware.softwareId', '=', 'software.id'),
    )
    .where('tenantSoftware.isEnable', '=', true)

/**
 * Selects the studies in which users have a product. Each appears once for a user, for however many of its sites the
 * user is authorized.
 */
export const studiesOf = (trx: Trx, users: Users) =>
  productAccessOf(trx, users)
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'tenantUser.tenantId')
        .onRef('studyUrl.softwareId', '=', 'software.id'),
    )
    .innerJoin('study', (join) =>
      join.onRef('study.tenantId', '=', 'studyUrl.tenantId').onRef('study.id', '=', 'studyUrl.studyId'),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('studyUser')
          .select('studyUser.id')
          .whereRef('studyUser.tenantId', '=', 'studyUrl.tenantId')
          .whereRef('studyUser.studyUrlId', '=', 'studyUrl.id')
          .whereRef('studyUser.tenantUserId', '=', 'tenantUser.id')
          .where(isInForce)
          // OFFSET 0 prevents a join, which the planner may prefer by mistake and then read the authorizations of all
          // users.
          .offset(0),
      ),
    )

/** Product of a tenant, or a study run in it. */
interface Opened {
  readonly tenantId: string
  readonly softwareId: string
  /** Empty for the product only. */
  readonly studyUrlId: string
}

/** Returns whether a user is authorized to open a product of a tenant, or a study in it. It does not check the licence. */
export const isAuthorized = async (
  trx: Trx,
  userId: string,
  { tenantId, softwareId, studyUrlId }: Opened,
): Promise<boolean> => {
  const found = await authorizedProductsOf(trx, userId)
    .select('software.id')
    .where('tenantUser.tenantId', '=', tenantId)
    .where('software.id', '=', softwareId)
    .$if(studyUrlId !== '', (query) =>
      query.where((eb) => eb.exists(authorizations(trx).where('studyUser.studyUrlId', '=', studyUrlId))),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** A product of a tenant. */
export interface TenantProduct {
  readonly tenantId: string
  readonly softwareId: string
}

/** Returns those of the users who may open a tenant's product: normal, authorized, and with a licence switched on. */
export async function usersWhoMayOpen(
  trx: Trx,
  userIds: readonly string[],
  { tenantId, softwareId }: TenantProduct,
): Promise<Set<string>> {
  const rows = await productAccessOf(trx, userIds)
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select('tenantUser.userId')
    .where('appUser.status', '=', userStatus.normal)
    .where('tenantUser.tenantId', '=', tenantId)
    .where('software.id', '=', softwareId)
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}
