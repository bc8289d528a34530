import { type Language, type MenuCode, type OwnRejection, rejectionNotices } from '@atrium/contract'
import { type AliasedExpression, sql } from 'kysely'
import { inNameOrder, nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { handle } from '../../../platform/http/route.ts'
import { holdsIn, isActiveMember } from '../../access/index.ts'
import { isRejected } from '../../tenants/invitations/index.ts'
import { ownTrainings } from '../../trainings/index.ts'
import { isOpenTo, isShownTo } from '../blinding/index.ts'

/** Maximum number of notices of each kind on the first page. */
const maxNotices = 20

/**
 * Returns the products that have not accepted the caller, once per tenant. The grantor is shown as contact while they
 * are an active member of the tenant. The product's reason is for administrators only.
 */
async function ownRejections(trx: Trx, userId: string, language: Language) {
  const { rows } = await sql<OwnRejection>`
    select distinct on (tenant.tenant_name, tenant.id, software.sort, software.id, held.state)
      tenant.id as "tenantId", tenant.tenant_name as "tenantName",
      ${nameIn(language, 'software.softwareName')} as "softName", held.state,
      coalesce(grantor.full_name, '') as "contactName"
    from tenant_user mine
    join product_authorization held on held.tenant_id = mine.tenant_id and held.tenant_user_id = mine.id
      and held.state in ('waiting', 'refused') and held.accepted_grants is null and held.waiting_since <= now()
      and held.untrained_since is null
    join tenant on tenant.id = mine.tenant_id
    join study_url on study_url.tenant_id = held.tenant_id and study_url.id = held.study_url_id
    join software on software.id = study_url.software_id
    left join tenant_user colleague on colleague.tenant_id = mine.tenant_id
      and colleague.user_id = held.granted_by and ${isActiveMember('colleague')}
    left join app_user grantor on grantor.id = colleague.user_id
    where mine.user_id = ${userId} and ${isActiveMember('mine')}
    order by tenant.tenant_name, tenant.id, software.sort, software.id, held.state, held.updated_at desc
    limit ${sql.lit(maxNotices)}`.execute(trx)
  return rows
}

/** Selects the tenants in which a user is enabled. */
const tenantsOf = (trx: Trx, userId: string) =>
  trx
    .selectFrom('tenantUser')
    .select('tenantUser.tenantId')
    .where('tenantUser.userId', '=', userId)
    .where(isActiveMember())

/** Numbers of things to decide on, by tenant. */
type Counts = AliasedExpression<{ tenantId: string; count: number }, 'open'>

/** Returns the numbers in tenants in which the user has a menu, with the tenants' names. */
const byTenant = (
  trx: Trx,
  counts: Counts,
  { userId, menu }: { readonly userId: string; readonly menu: MenuCode },
) =>
  trx
    .selectFrom(counts)
    .innerJoin('tenant', 'tenant.id', 'open.tenantId')
    .select(['tenant.id as tenantId', 'tenant.tenantName', 'open.count'])
    .where(holdsIn({ userId: sql.val(userId), tenantId: sql.ref('open.tenantId') }, menu))
    .orderBy(inNameOrder(sql.ref('tenant.tenant_name')))
    .orderBy('tenant.id')
    .limit(maxNotices)
    .execute()

/**
 * Counts the rejections that the caller may decide on, by tenant: all in their own tenants, and in other tenants
 * those of grants that they made. Users cannot decide on rejections of their own access.
 */
async function grantedRejections(trx: Trx, userId: string) {
  const open = trx
    .selectFrom('productAuthorization')
    .innerJoin('tenantUser as person', (join) =>
      join
        .onRef('person.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('person.id', '=', 'productAuthorization.tenantUserId'),
    )
    .select(['productAuthorization.tenantId', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isRejected)
    .where(isShownTo({ userId }, 'productAuthorization.studyUrlId'))
    .where('person.userId', '<>', userId)
    .where((eb) =>
      eb.or([
        eb('productAuthorization.grantedBy', '=', userId),
        eb('productAuthorization.tenantId', 'in', tenantsOf(trx, userId)),
      ]),
    )
    .groupBy('productAuthorization.tenantId')
  // OFFSET 0 makes PostgreSQL check rights once per tenant instead of once per row.
  return byTenant(trx, open.offset(0).as('open'), { userId, menu: 'authorization' })
}

/**
 * Counts the requests for unblinded access that the caller may decide on, by tenant. Users cannot decide on their own
 * requests, on access for themselves, or in a study in which they are blinded.
 */
async function unblindingRequests(trx: Trx, userId: string) {
  const open = trx
    .selectFrom('unblinding')
    .select(['unblinding.tenantId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('unblinding.state', '=', 'requested')
    .where('unblinding.tenantId', 'in', tenantsOf(trx, userId))
    .where(sql<boolean>`unblinding.requested_by is distinct from ${userId}`)
    .where(sql<boolean>`unblinding.user_id is distinct from ${userId}`)
    .where(isOpenTo({ userId }, 'unblinding.studyId'))
    .groupBy('unblinding.tenantId')
  // OFFSET 0 makes PostgreSQL check rights once per tenant instead of once per row.
  return byTenant(trx, open.offset(0).as('open'), { userId, menu: 'unblinding' })
}

/** Handles POST /studyUser/pre/rejection/notices. Runs as the system, restricted to the caller. */
export const rejectionNoticesRoute = handle(
  rejectionNotices,
  async ({ trx, caller, language, services }) => ({
    trainings: await ownTrainings(trx, {
      ...{ userId: caller.userId, language, timeZone: services.profile.timeZone },
    }),
    own: await ownRejections(trx, caller.userId, language),
    granted: await grantedRejections(trx, caller.userId),
    unblinding: await unblindingRequests(trx, caller.userId),
  }),
  { asSystem: true },
)
