import { type RawBuilder, sql } from 'kysely'
import { daysIn } from '../access/index.ts'

interface Ends {
  /** Number of months for which the training is valid; 0 for no limit. */
  readonly months: RawBuilder<unknown>
  /** Day of completion, and last day of the certificate or '', as yyyy-MM-dd. */
  readonly doneOn: RawBuilder<unknown>
  readonly expiresOn: RawBuilder<unknown>
}

/**
 * Returns SQL for the first instant after evidence: the earlier of the ends of the training's months and of the
 * certificate; null without either. Evidence of 15 January that is valid for 12 months counts until 14 January.
 */
export const endOfEvidence = (
  timeZone: string,
  { months, doneOn, expiresOn }: Ends,
): RawBuilder<Date | null> =>
  sql<Date | null>`(least(nullif(${expiresOn}::text, '')::date + 1,
    case when ${months}::int > 0 then (${doneOn}::text::date + make_interval(months => ${months}::int))::date end
  )::timestamp at time zone ${timeZone}::text)`

const dayLength = 86_400_000

/** Returns the day a number of days after another one, both as yyyy-MM-dd. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10)

/** Returns the last day before an instant in the deployment's time zone; '' for none. */
export const lastDayBefore = (timeZone: string, until: Date | null): string =>
  daysIn(timeZone).period({ from: null, until }).until
