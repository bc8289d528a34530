import { globalTenantId, pinNoticeTypes, pinRules } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import { type Ids, idOf } from './rows.ts'
import { demoTenants } from './tenants.ts'

/** Public holidays on the same days every year (MM-dd). */
const fixedHolidays = ['01-01', '04-05', '05-01', '05-02', '10-01', '10-02', '10-03']

/** Public holidays of the Chinese calendar: lunar month and day of the first day off, and the number of days off. */
const lunarHolidays = [
  { first: '1/1', days: 7 },
  { first: '5/5', days: 1 },
  { first: '8/15', days: 1 },
]

const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', {
  ...{ month: 'numeric', day: 'numeric', timeZone: 'UTC' },
})

/** Returns the public holidays of a year (MM-dd). */
function publicHolidays(year: number): string[] {
  const dayOfYear = (day: number) => new Date(Date.UTC(year, 0, day))
  const lunar = lunarHolidays.flatMap(({ first, days }) => {
    let start = 1
    while (chinese.format(dayOfYear(start)) !== first) start += 1
    return Array.from({ length: days }, (_, index) =>
      dayOfYear(start + index)
        .toISOString()
        .slice(5, 10),
    )
  })
  return [...new Set([...fixedHolidays, ...lunar])]
}

/** Returns days (MM-dd) of this year and the next as a `date[]`. */
const datesOf = (daysOf: (year: number) => readonly string[]) => {
  const thisYear = new Date().getFullYear()
  const dates = [thisYear, thisYear + 1].flatMap((year) => daysOf(year).map((day) => `${year}-${day}`))
  return sql<string>`${dates}::date[]`
}

/** Fills the calendar of public holidays, unless there is one, and gives some tenants their own days and PIN settings. */
export async function addCalendars(trx: Trx, tenantIds: Ids): Promise<void> {
  const own = demoTenants.flatMap(({ key, calendar }) =>
    calendar ? [{ ...calendar, tenantId: idOf(tenantIds, key) }] : [],
  )
  await trx
    .insertInto('holiday')
    .values([
      {
        tenantId: globalTenantId,
        lawHolidays: datesOf(publicHolidays),
        extraWorkdays: datesOf(() => []),
        id: uuidv7(),
      },
      ...own.map(({ tenantId, daysOff, workdays }) => ({
        ...{
          tenantId,
          lawHolidays: datesOf(() => daysOff),
          extraWorkdays: datesOf(() => workdays),
          id: uuidv7(),
        },
      })),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const pin = { pinRule: pinRules.both, pinLength: 8, pinNoticeType: pinNoticeTypes.sms, pinDuration: 15 }
  await trx
    .insertInto('tenantPin')
    .values(own.map(({ tenantId }) => ({ ...pin, tenantId, id: tenantId })))
    .execute()
}
