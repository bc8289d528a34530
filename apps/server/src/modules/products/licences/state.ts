import type { licenceStates } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'

/** How many days before a licence's end its holders are reminded, the first reminder first. */
export const reminderDays = [30, 7, 1] as const

/** The current day in the profile's time zone: a licence is valid on its whole first and last days. */
export const today = (timeZone: string): RawBuilder<string> =>
  sql<string>`(now() at time zone ${timeZone})::date`

type State = (typeof licenceStates)[number]

/** Whether a licence in a state is valid. */
export const isOpen = (state: State): state is 'open' | 'ending' => state === 'open' || state === 'ending'

/** State of a row of `tenant_software` today. */
export const stateOf = (timeZone: string): RawBuilder<State> => sql`
  case
    when not tenant_software.is_enable then 'disabled'
    when not tenant_software.time_enable then 'open'
    when tenant_software.start_time > ${today(timeZone)} then 'upcoming'
    when tenant_software.end_time < ${today(timeZone)} then 'expired'
    when tenant_software.end_time <= ${today(timeZone)} + ${sql.lit(reminderDays[0])} then 'ending'
    else 'open'
  end`
