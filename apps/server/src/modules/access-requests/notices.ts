import { accessRequestNotices } from '@atrium/contract'
import { sql } from 'kysely'
import { inNameOrder } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/route.ts'
import { holdsIn, isActiveMember } from '../access/index.ts'
import { askable } from './askable.ts'
import { isOfAnother, isRequestShownTo, stateOf } from './state.ts'

/** Maximum number of tenants on the first page. */
const maxNotices = 20

/** Counts the requests that the user may answer in their own tenants, by tenant. */
function openRequests(trx: Trx, userId: string) {
  const tenants = trx
    .selectFrom('tenantUser')
    .select('tenantUser.tenantId')
    .where('tenantUser.userId', '=', userId)
    .where(isActiveMember())
  const open = trx
    .selectFrom('accessRequest')
    .select(['accessRequest.tenantId', (eb) => eb.fn.countAll<number>().as('count')])
    .where('accessRequest.state', '=', 'requested')
    .where(stateOf, '=', 'requested')
    .where('accessRequest.tenantId', 'in', tenants)
    .where(isOfAnother({ userId }))
    .where(isRequestShownTo({ userId }))
    .groupBy('accessRequest.tenantId')
  return (
    trx
      // OFFSET 0 makes PostgreSQL check rights once per tenant instead of once per row.
      .selectFrom(open.offset(0).as('open'))
      .innerJoin('tenant', 'tenant.id', 'open.tenantId')
      .select(['tenant.id as tenantId', 'tenant.tenantName', 'open.count'])
      .where(holdsIn({ userId: sql.val(userId), tenantId: sql.ref('open.tenantId') }, 'accessRequest'))
      .orderBy(inNameOrder(sql.ref('tenant.tenant_name')))
      .orderBy('tenant.id')
      .limit(maxNotices)
      .execute()
  )
}

/** POST /accessRequest/notices. Runs as the system, restricted to the caller. */
export const noticesRoute = handle(
  accessRequestNotices,
  async ({ trx, caller }) => {
    const { userId } = caller
    const study = await askable(trx, userId).select('studyUrl.id').limit(1).executeTakeFirst()
    const own = await trx
      .selectFrom('accessRequest')
      .select('id')
      .where('userId', '=', userId)
      .limit(1)
      .executeTakeFirst()
    return {
      mayAsk: study !== undefined,
      hasAsked: own !== undefined,
      open: await openRequests(trx, userId),
    }
  },
  { asSystem: true },
)
