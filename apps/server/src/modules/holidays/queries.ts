import { globalHolidays, globalTenantId, type Holiday, type holidayList } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, type Page } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Work } from '../../http/index.ts'
import { orderedTenants, pageOfTenants } from '../tenants/index.ts'
import { toText } from './days.ts'
import { ownerOf } from './owner.ts'

/** The calendars of tenants; of a tenant that has saved none, an empty one. */
async function calendarsOf(trx: Trx, tenantIds: readonly string[]): Promise<Holiday[]> {
  const tenants = trx.selectFrom('tenant').where('tenant.id', '=', sql<string>`any(${tenantIds})`)
  const rows = await orderedTenants(tenants, {})
    .leftJoin('holiday', 'holiday.tenantId', 'tenant.id')
    .select(['holiday.id', 'tenant.id as tenantId', 'tenant.tenantName', 'holiday.rowVersion'])
    .select([
      toText('holiday.lawHolidays').as('lawHolidays'),
      toText('holiday.extraWorkdays').as('extraWorkdays'),
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

/** Answers the calendars of one page of the caller's tenants, or of the one tenant that is named. */
export async function listCalendars(work: Work<typeof holidayList>): Promise<Page<Holiday>> {
  const { input, trx } = work
  if (input.tenantId === '') {
    const { list: tenantIds, ...counts } = await pageOfTenants(trx, input)
    return { list: await calendarsOf(trx, tenantIds), ...counts }
  }
  const owner = ownerOf(input.tenantId)
  await checkReadable(work, owner)
  const list = await calendarsOf(trx, [owner])
  return { list, totalCount: list.length }
}
