import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { wholeNumber } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** There is one strategy, under this id. */
export const strategyId = '1'

/** Suggested values of a strategy: minutes until logout, days between a reminder and a password's end. */
export const suggestedStrategy = { validityTime: 30, remindDay: 7 } as const

/** Below this number of minutes people are signed out while they read: the form asks for confirmation. */
export const shortValidity = 5

const fields = {
  /** Minutes without a call after which a session ends; 0 means that disuse ends none. At most 30 days. */
  validityTime: wholeNumber(43_200, textKey('rule.wholeNumber')),
  /** Days that a password lives; 0 means that none ends. */
  expiredDay: wholeNumber(3650, textKey('rule.wholeNumber')),
  /** Days before a password's end from which on its user is reminded. */
  remindDay: wholeNumber(3650, textKey('rule.wholeNumber')),
}

const remindsInTime = z.refine<{ readonly expiredDay: number; readonly remindDay: number }>(
  ({ expiredDay, remindDay }) => expiredDay === 0 || remindDay <= expiredDay,
  { error: textKey('strategy.rule.remindDay'), path: ['remindDay'] },
)

export const SafeStrategyInput = inputOf(fields).check(remindsInTime)

export const SafeStrategy = entityOf(fields, {})
export type SafeStrategy = z.output<typeof SafeStrategy>
