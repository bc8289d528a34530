import { codes, tenantUserExtend } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import { fieldIssue, reject, rejectField, rejectFields } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import {
  accessFields,
  daysIn,
  periodColumns,
  periodIssues,
  rejectUnlessReachesIn,
} from '../../access/index.ts'

/**
 * Reads and locks the memberships.
 * @throws Rejection 404 if one is gone, 403 if somebody has more rights there than the caller
 */
async function membershipsForUpdate({ trx, as, input, caller }: Work<typeof tenantUserExtend>) {
  const named = trx
    .selectFrom('tenantUser')
    .selectAll()
    .where('id', '=', sql<string>`any(${input.ids})`)
    .where(inTenants(as, 'tenantUser.tenantId'))
    .orderBy('userId')
  for (const membership of await named.execute()) await rejectUnlessReachesIn(trx, caller, membership)
  const rows = await named.forUpdate().execute()
  const [first] = rows
  if (!first || rows.length < input.ids.length) return reject(codes.notFound)
  if (rows.some(({ tenantId }) => tenantId !== first.tenantId)) rejectField('ids', 'rule.reference')
  return { tenantId: first.tenantId, rows }
}

/** POST /tenantUser/extend/batch. */
export const tenantUserExtendRoute = handle(tenantUserExtend, async (job) => {
  const { trx, input, caller, audit, services } = job
  const { timeZone } = services.profile
  const { tenantId, rows } = await membershipsForUpdate(job)
  if (rows.some(({ userId }) => userId === caller.userId)) rejectField('ids', 'tenantUser.rule.ownPeriod')
  const days = daysIn(timeZone)
  const lastDay = input.unlimited ? '' : input.accessUntil
  rejectFields(periodIssues(accessFields, { from: '', until: lastDay }, days.today()))
  const end = days.end(lastDay)
  if (end && rows.some(({ accessFrom }) => accessFrom && accessFrom >= end))
    rejectFields([fieldIssue('accessUntil', 'rule.periodOrder')])
  const list = await trx
    .updateTable('tenantUser')
    .set(periodColumns('access', { until: lastDay }, { timeZone, userId: caller.userId }))
    .set({ rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .returningAll()
    .execute()
  audit({ entity: 'tenant_user', entityId: tenantId, tenantId, before: { list: rows }, after: { list } })
  return null
})
