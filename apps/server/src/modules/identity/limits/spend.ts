import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'

/** How often something may be done in a window of time, which begins with the first time. */
export interface Limit {
  /** Whose, and of what, e.g. `find:192.0.2.1`. */
  readonly bucket: string
  readonly most: number
  /** The length of the window in seconds, or the time zone in whose day it lies. */
  readonly window: { readonly seconds: number } | { readonly dayIn: string }
}

const endOf = ({ window }: Limit): RawBuilder<Date> =>
  'seconds' in window
    ? sql<Date>`clock_timestamp() + make_interval(secs => ${window.seconds})`
    : sql<Date>`(date_trunc('day', clock_timestamp() at time zone ${window.dayIn}) + interval '1 day')
        at time zone ${window.dayIn}`

/**
 * Spends a limit once. Whoever comes at the same moment waits for the transaction, so that no two count as one.
 * @returns false, and nothing spent, where it is used up
 */
export const spendLimit = async (trx: Trx, limit: Limit): Promise<boolean> => {
  const { bucket, most } = limit
  const endsAt = endOf(limit)
  const over = sql<boolean>`rate_limit.ends_at <= clock_timestamp()`
  const row = await trx
    .insertInto('rateLimit')
    .values({ bucket, used: 1, endsAt })
    .onConflict((conflict) =>
      conflict
        .column('bucket')
        .doUpdateSet({
          used: sql<number>`case when ${over} then 1 else rate_limit.used + 1 end`,
          endsAt: sql<Date>`case when ${over} then excluded.ends_at else rate_limit.ends_at end`,
        })
        .where(sql<boolean>`(${over} or rate_limit.used < ${most})`),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

/** How much of a limit is used up by now. */
export const usedOf = async (trx: Trx, { bucket }: Limit): Promise<number> => {
  const row = await trx
    .selectFrom('rateLimit')
    .select('used')
    .where('bucket', '=', bucket)
    .where('endsAt', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return row?.used ?? 0
}
