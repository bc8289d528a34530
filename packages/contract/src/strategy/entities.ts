import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { wholeNumber } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Id of the only strategy. */
export const strategyId = '1'

/** Suggested values of a strategy: minutes until logout, and days between the reminder and the expiry of a password. */
export const suggestedStrategy = { validityTime: 30, remindDay: 7 } as const

/** Minutes below which users are signed out while they read: the form asks for confirmation. */
export const shortValidity = 5

const fields = {
  /** Minutes of inactivity after which a session ends, at most 30 days; 0 for never. */
  validityTime: wholeNumber(43_200, textKey('rule.wholeNumber')),
  /** Lifetime of a password in days; 0 for no expiry. */
  expiredDay: wholeNumber(3650, textKey('rule.wholeNumber')),
  /** Days before a password expires from which its user is reminded. */
  remindDay: wholeNumber(3650, textKey('rule.wholeNumber')),
}

const remindsInTime = z.refine<{ readonly expiredDay: number; readonly remindDay: number }>(
  ({ expiredDay, remindDay }) => expiredDay === 0 || remindDay <= expiredDay,
  { error: textKey('strategy.rule.remindDay'), path: ['remindDay'] },
)

export const SafeStrategyInput = inputOf(fields).check(remindsInTime)

export const SafeStrategy = entityOf(fields, {})
export type SafeStrategy = z.output<typeof SafeStrategy>
