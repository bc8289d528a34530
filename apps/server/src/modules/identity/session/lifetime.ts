import type { SessionLifetime } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'

/** The lifetimes as PostgreSQL counts them. A day is 24 hours, whatever the clocks do. */
export const lifetimesOf = ({ administratorHours, otherDays }: SessionLifetime) => ({
  administrators: sql`make_interval(hours => ${administratorHours}::int)`,
  others: sql`make_interval(hours => ${otherDays * 24}::int)`,
})

/** Whether a session is neither ended nor out of its time. */
export const isRunning = (lifetime: SessionLifetime): RawBuilder<boolean> => {
  const { administrators, others } = lifetimesOf(lifetime)
  return sql<boolean>`(ended_at is null and expires_at > now()
    and created_at + case when administrator then ${administrators} else ${others} end > now())`
}
