import type { licenceStates } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'

/** Days before a licence's end on which reminders are sent, earliest first. */
export const reminderDays = [30, 7, 1] as const

/** SQL for the current date in the profile's time zone. A licence is valid for the whole of its first and last days. */
export const today = (timeZone: string): RawBuilder<string> =>
  sql<string>`(now() at time zone ${timeZone})::date`

type State = (typeof licenceStates)[number]

/** Returns whether a licence in this state is valid. */
export const isOpen = (state: State): state is 'open' | 'ending' => state === 'open' || state === 'ending'

/** SQL for the current state of a row of `tenant_software`. */
export const stateOf = (timeZone: string): RawBuilder<State> => sql`
  case
    when not tenant_software.is_enable then 'disabled'
    when not tenant_software.time_enable then 'open'
    when tenant_software.start_time > ${today(timeZone)} then 'upcoming'
    when tenant_software.end_time < ${today(timeZone)} then 'expired'
    when tenant_software.end_time <= ${today(timeZone)} + ${sql.lit(reminderDays[0])} then 'ending'
    else 'open'
  end`
