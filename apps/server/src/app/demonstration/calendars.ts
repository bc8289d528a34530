import { globalTenantId, pinNoticeTypes, pinRules } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import { newTenantId } from './seed-demo.ts'
import { demoTenants } from './tenants.ts'

/** Holidays that are on the same days every year (MM-dd). */
const everyYear = '01-01 04-05 05-01 05-02 10-01 10-02 10-03'.split(' ')

/** Those by the Chinese calendar: the month and day there of the first day, and how many days off. */
const lunar = [
  { first: '1/1', days: 7 },
  { first: '5/5', days: 1 },
  { first: '8/15', days: 1 },
] as const

const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The days of a year that are lunar holidays (MM-dd). */
function lunarHolidays(year: number): string[] {
  const dayOfYear = (day: number) => new Date(Date.UTC(year, 0, day))
  return lunar.flatMap(({ first, days }) => {
    let start = 1
    while (chinese.format(dayOfYear(start)) !== first) start += 1
    return Array.from({ length: days }, (_, index) =>
      dayOfYear(start + index)
        .toISOString()
        .slice(5, 10),
    )
  })
}

/** Days that these tenants have off besides, and days on which they work instead. */
const ofTenants: Readonly<Record<string, { readonly off: string; readonly worked: string }>> = {
  hengxulan: { off: '06-18 12-31', worked: '06-20' },
  qingyulan: { off: '09-09', worked: '' },
}

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean)

/** Some days of this year and the next, as a date[]. */
const datesOf = (daysOf: (year: number) => readonly string[]) => {
  const thisYear = new Date().getFullYear()
  const dates = [thisYear, thisYear + 1].flatMap((year) =>
    [...new Set(daysOf(year))].map((day) => `${year}-${day}`),
  )
  return sql<string>`${dates}::date[]`
}

/** Fills the public holiday calendar, and gives tenants days and PIN settings of their own. Must run as the platform. */
export async function addCalendars(trx: Trx): Promise<void> {
  const calendars = [
    {
      tenantId: globalTenantId,
      lawHolidays: datesOf((year) => [...everyYear, ...lunarHolidays(year)]),
      extraWorkdays: datesOf(() => []),
    },
  ]
  for (const tenant of demoTenants) {
    const own = ofTenants[tenant.key]
    if (!own) continue
    const tenantId = await newTenantId(trx, tenant)
    calendars.push({
      tenantId,
      lawHolidays: datesOf(() => wordsOf(own.off)),
      extraWorkdays: datesOf(() => wordsOf(own.worked)),
    })
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
    .values(calendars.map((calendar) => ({ ...calendar, id: uuidv7() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
