import { codes, globalHolidays, globalTenantId, type Holiday, type holidayList } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { checkReadable, type Page } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { orderedTenants, pageOfTenants } from '../../tenants/tenants/index.ts'

/** SQL that converts a date[] column to comma-separated days, as in the API. */
export const daysAsText = (column: string): RawBuilder<string> =>
  sql<string>`array_to_string(${sql.ref(column)}, ',')`

/**
 * Returns the tenant whose row has the calendar, for a tenant id of the API.
 * @throws Rejection 404 for the platform's own id, because the API has another id for the global calendar
 */
export function tenantIdOfCalendar(tenantId: string): string {
  if (tenantId === globalTenantId) reject(codes.notFound)
  return tenantId === globalHolidays ? globalTenantId : tenantId
}

/** Returns the calendars of tenants; a tenant that has saved none gets an empty one. */
async function calendarsOf(trx: Trx, tenantIds: readonly string[]): Promise<Holiday[]> {
  const tenants = trx.selectFrom('tenant').where('tenant.id', '=', sql<string>`any(${tenantIds})`)
  const rows = await orderedTenants(tenants, {})
    .leftJoin('holiday', 'holiday.tenantId', 'tenant.id')
    .select(['holiday.id', 'tenant.id as tenantId', 'tenant.tenantName', 'holiday.rowVersion'])
    .select([
      daysAsText('holiday.lawHolidays').as('lawHolidays'),
      daysAsText('holiday.extraWorkdays').as('extraWorkdays'),
    ])
    .execute()
  return rows.map((row) => ({
    id: row.id ?? '',
    tenantId: row.tenantId === globalTenantId ? globalHolidays : row.tenantId,
    tenantName: row.tenantId === globalTenantId ? '' : row.tenantName,
    lawHolidays: row.lawHolidays ?? '',
    extraWorkdays: row.extraWorkdays ?? '',
    rowVersion: row.rowVersion ?? 0,
  }))
}

/** Returns the calendars of one page of the caller's tenants, or of a single tenant. */
export async function listCalendars(work: Work<typeof holidayList>): Promise<Page<Holiday>> {
  const { input, trx } = work
  if (input.tenantId === '') {
    const { list: tenantIds, ...counts } = await pageOfTenants(work, input)
    return { list: await calendarsOf(trx, tenantIds), ...counts }
  }
  const owner = tenantIdOfCalendar(input.tenantId)
  await checkReadable(work, owner)
  const list = await calendarsOf(trx, [owner])
  return { list, totalCount: list.length }
}
