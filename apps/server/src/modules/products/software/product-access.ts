import { membershipStatus, softwareSwitch } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/*
 * Who has which product, and in which tenant: for the help menu, the landing page, and the hand-over to products. It
 * works as atrium_system and by the user only: it finds the user's tenants.
 */

/** The rows of study_user that authorize a tenant user somewhere in a product of the tenant. */
const authorizations = (trx: Trx) =>
  trx
    .selectFrom('studyUser')
    // By another name than the link has in the query around it.
    .innerJoin('studyUrl as link', (join) =>
      join.onRef('link.tenantId', '=', 'studyUser.tenantId').onRef('link.id', '=', 'studyUser.studyUrlId'),
    )
    .select('studyUser.id')
    .where('studyUser.tenantId', '=', sql.ref<string>('tenantUser.tenantId'))
    .where('studyUser.tenantUserId', '=', sql.ref<string>('tenantUser.id'))
    .where('link.softwareId', '=', sql.ref<string>('software.id'))

/**
 * The products in which a user is authorized, licensed or not: each product with each tenant in which the user is
 * enabled and, if its users are authorized by study, has a study there.
 */
const authorizedProductsOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('software', (join) => join.onTrue())
    .where('tenantUser.userId', '=', userId)
    .where('tenantUser.enabled', '=', membershipStatus.enabled)
    .where((eb) =>
      eb.or([eb('software.isStudyAuthorization', '=', softwareSwitch.no), eb.exists(authorizations(trx))]),
    )

/**
 * The products that a user has: those for which the tenant has a licence too, whatever its dates. A product whose
 * licence has ended, or has not begun, is there and cannot be opened. A licence that is switched off gives nobody
 * anything.
 */
export const productAccessOf = (trx: Trx, userId: string) =>
  authorizedProductsOf(trx, userId)
    .innerJoin('tenantSoftware', (join) =>
      join
        .onRef('tenantSoftware.tenantId', '=', 'tenantUser.tenantId')
        .onRef('tenantSoftware.softwareId', '=', 'software.id'),
    )
    .where('tenantSoftware.isEnable', '=', true)

/** The studies in which somebody has a product, each once however many of its sites they are authorized for. */
export const studiesOf = (trx: Trx, userId: string) =>
  productAccessOf(trx, userId)
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
          // Keeps it from being joined, which the planner may take for cheap and read all who are authorized.
          .offset(0),
      ),
    )

/** A product of a tenant, or a study that is run in it there. */
interface Opened {
  readonly tenantId: string
  readonly softwareId: string
  /** '' for the product only. */
  readonly studyUrlId: string
}

/** Whether somebody is authorized to open a product of a tenant, or a study in it, were there but a licence. */
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
