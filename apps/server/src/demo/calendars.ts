import { pinNoticeTypes, pinRules } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../database/transaction.ts'
import { newTenantId } from './seed-demo.ts'
import { demoTenants } from './tenants.ts'

/** Holidays that are on the same days every year (MM-dd). */
const everyYear = '01-01 05-01 05-02 05-03 10-01 10-02 10-03 10-04 10-05 10-06 10-07'.split(' ')

/** Days that these tenants have off besides, and days on which they work instead. */
const ofTenants: Readonly<Record<string, { readonly off: string; readonly worked: string }>> = {
  hengxulan: { off: '06-18 12-31', worked: '06-20' },
  qingyulan: { off: '09-09', worked: '' },
}

/** Dates of the year of the first start, as a date[]. */
const datesOf = (days: readonly string[]) =>
  sql<string>`(select coalesce(array_agg((extract(year from now())::text || '-' || day)::date), '{}')
    from unnest(${days}::text[]) as day)`

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean)

/**
 * Gives tenants holiday calendars and PIN settings of their own; the global calendar is the operator's to fill. Must run as
 * the platform.
 */
export async function addCalendars(trx: Trx): Promise<void> {
  const calendars: { tenantId: string; off: string[]; worked: string[] }[] = []
  for (const tenant of demoTenants) {
    const own = ofTenants[tenant.key]
    if (!own) continue
    const tenantId = await newTenantId(trx, tenant)
    calendars.push({ tenantId, off: [...everyYear, ...wordsOf(own.off)], worked: wordsOf(own.worked) })
    await trx
      .insertInto('tenantPin')
      .values({
        ...{ tenantId, id: tenantId, pinRule: pinRules.both, pinLength: 8 },
        ...{ pinNoticeType: pinNoticeTypes.sms, pinDuration: 15 },
      })
      .execute()
  }
  await trx
    .insertInto('holiday')
    .values(
      calendars.map(({ tenantId, off, worked }) => ({
        tenantId,
        id: uuidv7(),
        lawHolidays: datesOf(off),
        extraWorkdays: datesOf(worked),
      })),
    )
    .execute()
}
