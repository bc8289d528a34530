import * as z from 'zod/mini'
import { changedDate, optionalDate } from './fields.ts'
import { ids } from './lists.ts'
import { textKey } from './texts.ts'

/*
 * First and last day of access as yyyy-MM-dd, both included, in the time zone of the deployment's profile; '' for no
 * limit. Access begins and ends by itself.
 */

/** Period of an authorization or a membership in a request. Not in the specification, like the others here. */
export const accessPeriod = { accessFrom: optionalDate, accessUntil: optionalDate }

/** Period of a role in a request. */
export const rolePeriod = { roleFrom: optionalDate, roleUntil: optionalDate }

/** Fields of an edit, unchanged if omitted. */
export const changedAccessPeriod = { accessFrom: changedDate, accessUntil: changedDate }
export const changedRolePeriod = { roleFrom: changedDate, roleUntil: changedDate }

/** Whether a period is over or has not begun. Access applies only while it is `current`. */
export const periodStates = ['current', 'upcoming', 'ended'] as const
export type PeriodState = (typeof periodStates)[number]

const periodState = z.enum(periodStates)

/** Period of an authorization or a membership in a response. */
export const shownAccessPeriod = {
  accessFrom: z.string(),
  accessUntil: z.string(),
  accessState: periodState,
}

/** Period of a role in a response. */
export const shownRolePeriod = { roleFrom: z.string(), roleUntil: z.string(), roleState: periodState }

/** Request of calls that change the last day of access of many. */
export const extension = {
  ids,
  /** The new last day. */
  accessUntil: optionalDate,
  /** Whether access has no end from now on. A field that is left empty does not remove the end. */
  unlimited: z._default(z.boolean(textKey('rule.choice')), false),
}

const { accessUntil, unlimited } = extension
const End = z.object({ accessUntil, unlimited })

/** Check of an extension: it names a last day, unless access has no end. */
export const choosesEnd = z.refine<{ readonly accessUntil: string; readonly unlimited: boolean }>(
  ({ accessUntil, unlimited }) => unlimited || accessUntil !== '',
  {
    // Forms check their fields without the ids.
    when: ({ value }: { value: unknown }) => End.safeParse(value).success,
    error: textKey('rule.choose'),
    path: ['accessUntil'],
  },
)

/** Days before the last day of access on which whoever granted it is reminded, earliest first. */
export const accessReminderDays = [14, 3] as const
