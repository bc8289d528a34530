import { type RawBuilder, sql } from 'kysely'
import { daysIn } from '../../modules/access/index.ts'

/** Returns the instant this many days before the first start. */
export const daysAgo = (days = 0): RawBuilder<Date> =>
  sql<Date>`now() - make_interval(secs => ${sql.lit(days * 86_400)})`

/** Returns the day this many days after the first start. */
export const dayFromNow = (days: number | undefined): RawBuilder<string> | null =>
  days === undefined ? null : sql<string>`current_date + ${sql.lit(days)}`

/** Returns the day this many days after today as yyyy-MM-dd; '' for none. */
export function periodDay(timeZone: string, days: number | undefined): string {
  if (days === undefined) return ''
  const today = Date.parse(daysIn(timeZone).today())
  return new Date(today + days * 86_400_000).toISOString().slice(0, 10)
}

/** Ids of added rows, by the keys that the tables in `data/` use. */
export type Ids = ReadonlyMap<string, string>

/** @throws Error if a table in `data/` names something that no table adds */
export function idOf(ids: Ids, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demonstration data has no record ${key}`)
  return id
}
