import { accessReminderDays, clockOf, type PeriodState } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FieldIssue, fieldIssue } from '../../platform/http/rejection.ts'

/** First and last day of a period as yyyy-MM-dd, both included; '' for no limit. */
export interface Period {
  readonly from: string
  readonly until: string
}

/** A stored period: its first instant, and the first instant after it; null for no limit. */
interface Stored {
  readonly from: Date | null
  readonly until: Date | null
}

const dayLength = 86_400_000

/**
 * Converts days of a time zone from and to instants.
 * @param timeZone time zone of the deployment's profile
 */
export function daysIn(timeZone: string) {
  const clock = clockOf(timeZone)
  /** Returns the day of an instant. */
  const dayOf = (instant: number): string => new Date(clock.readingAt(instant)).toISOString().slice(0, 10)
  const startOf = (day: string, later = 0): Date | null =>
    day === '' ? null : new Date(clock.instantOf(Date.parse(`${day}T00:00:00Z`) + later * dayLength))
  /** Returns the days of a stored period. */
  const period = ({ from, until }: Stored): Period => ({
    from: from ? dayOf(from.getTime()) : '',
    until: until ? dayOf(until.getTime() - 1) : '',
  })
  return {
    today: (): string => dayOf(Date.now()),
    /** Returns the first instant of a first day. */
    begin: (day: string) => startOf(day),
    /** Returns the first instant after a last day. */
    end: (day: string) => startOf(day, 1),
    period,
    /** Returns the period of an authorization or a membership for a response. */
    shownAccess: (accessFrom: Date | null, accessUntil: Date | null) => {
      const stored = { from: accessFrom, until: accessUntil }
      const { from, until } = period(stored)
      return { accessFrom: from, accessUntil: until, accessState: periodState(stored) }
    },
    /** Returns the period of a role for a response. */
    shownRole: (roleFrom: Date | null, roleUntil: Date | null) => {
      const stored = { from: roleFrom, until: roleUntil }
      const { from, until } = period(stored)
      return { roleFrom: from, roleUntil: until, roleState: periodState(stored) }
    },
  }
}

/** Returns a day some months later; the last of its month if that has fewer days. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Returns whether a stored period is over or has not begun. */
export function periodState({ from, until }: Stored): PeriodState {
  const now = Date.now()
  if (until && until.getTime() <= now) return 'ended'
  return from && from.getTime() > now ? 'upcoming' : 'current'
}

/**
 * SQL condition: a period includes the present instant.
 * @param from column of its first instant, e.g. `tenant_user.access_from`
 * @param until column of the first instant after it
 */
export const isCurrent = (from: string, until: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`in_period(${sql.ref(from)}, ${sql.ref(until)})`

/** SQL condition on a `tenant_user`: it is enabled and within its period. */
export const isActiveMember = (table = 'tenantUser'): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${table}.enabled`)} = 0 and ${isCurrent(`${table}.accessFrom`, `${table}.accessUntil`)})`

/** SQL condition on a `tenant_user`: it is enabled and has not ended, so that it can be authorized. */
export const isUsableMember = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(tenant_user.enabled = 0 and in_period(null, tenant_user.access_until))`

/**
 * Returns the reminders that count as sent when an end is chosen: whoever chooses an end in ten days is not reminded
 * fourteen days before it.
 */
export function remindedAt(until: Date | null): number | null {
  if (!until) return null
  const left = until.getTime() - Date.now()
  return accessReminderDays.toReversed().find((days) => left < (days + 1) * dayLength) ?? null
}

/** Names of the two fields of a period in a call. */
interface Fields {
  readonly from: string
  readonly until: string
}

/**
 * Returns the faults of a new period: it ends before it begins, or it begins or ends before today. Days that stay
 * the same are not compared with today.
 * @param before the period until now
 */
export function periodIssues(
  fields: Fields,
  period: Period,
  today: string,
  before: Period = { from: '', until: '' },
): FieldIssue[] {
  const { from, until } = period
  const isNew = (end: 'from' | 'until') => period[end] !== '' && period[end] !== before[end]
  if (isNew('until') && until < today) return [fieldIssue(fields.until, 'rule.periodOver')]
  if (isNew('from') && from < today) return [fieldIssue(fields.from, 'rule.periodBegun')]
  return from !== '' && until !== '' && until < from ? [fieldIssue(fields.until, 'rule.periodOrder')] : []
}

/** Field names of the period of an authorization or a membership. */
export const accessFields: Fields = { from: 'accessFrom', until: 'accessUntil' }

/** Field names of the period of a role. */
export const roleFields: Fields = { from: 'roleFrom', until: 'roleUntil' }

/** Names of the columns of a period: `access` or `role`. */
type Kind = 'access' | 'role'

interface Choosing {
  readonly timeZone: string
  /** User who chooses the period, and is reminded before its end. */
  readonly userId: string
}

/** Returns the columns of a chosen period. */
export function periodColumns<K extends Kind>(
  kind: K,
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  { timeZone, userId }: Choosing,
): PeriodColumns<K> {
  const days = daysIn(timeZone)
  const end = days.end(until ?? '')
  return {
    ...(from !== undefined && { [`${kind}From`]: days.begin(from) }),
    ...(until !== undefined && {
      [`${kind}Until`]: end,
      [`${kind}UntilBy`]: end && userId,
      [`${kind}Reminded`]: remindedAt(end),
    }),
  } as PeriodColumns<K>
}

type PeriodColumns<K extends Kind> = Partial<
  Record<`${K}From` | `${K}Until`, Date | null> &
    Record<`${K}UntilBy`, string | null> &
    Record<`${K}Reminded`, number | null>
>
