import type * as z from 'zod/mini'
import { type Area, fieldKeys, keyAtRunTime, type Translate } from './texts.ts'

/** Wire name of the field that an issue is about. */
export const fieldNameOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.')

/**
 * Returns the display name of an issue's field.
 * @param area area of the field's call
 */
export const labelOf = (issue: z.core.$ZodIssue, t: Translate, area?: Area): string =>
  t(fieldKeys(String(issue.path.findLast((part) => typeof part === 'string') ?? ''), area))

/**
 * Returns the message for a rejected field, with the field's name in it.
 * @param issue zod's issue, whose message is the key of a text
 * @param t translation with the contract's texts loaded
 * @param label display name of the field
 */
export const issueMessage = (issue: z.core.$ZodIssue, t: Translate, label: string): string =>
  t(keyAtRunTime(issue.message), {
    field: label,
    minimum: issue.code === 'too_small' ? issue.minimum : undefined,
    maximum: issue.code === 'too_big' ? issue.maximum : undefined,
    ...(issue.code === 'custom' && issue.params),
  })
