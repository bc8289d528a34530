import { globalTenantId } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { holdsIn, isActiveMember } from '../access/index.ts'

/** Menus that a reviewer needs in the tenant: one for the review, one to read the events. */
const menus = ['trailReviews', 'auditTrail'] as const

/** SQL condition: a user holds the menus of a reviewer in a tenant, or on the platform. */
export const mayReviewIn = (userId: RawBuilder<unknown>, tenantId: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(
    menus.map(
      (menu) =>
        sql`(${holdsIn({ userId, tenantId }, menu)}
          or ${holdsIn({ userId, tenantId: sql.val(globalTenantId) }, menu)})`,
    ),
    sql` and `,
  )})`

/** Selects the users who can review the trail of a tenant. */
export const reviewersIn = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('appUser')
    .where(sql<boolean>`can_sign_in(app_user.id)`)
    .where(mayReviewIn(sql.ref('app_user.id'), sql.val(tenantId)))

/** Returns whether a user is one of the reviewers, which inspectors never are. The call has checked the menu. */
export const isReviewer = (
  { reviewers }: { readonly reviewers: readonly string[] },
  { userId, inspection }: Pick<Caller, 'userId' | 'inspection'>,
): boolean => !inspection && (reviewers.length === 0 || reviewers.includes(userId))

/** Selects the tenants in which a user is an active member. */
export const tenantsOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('tenantUser')
    .select('tenantUser.tenantId')
    .where('tenantUser.userId', '=', userId)
    .where(isActiveMember())
