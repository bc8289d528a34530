import type * as z from 'zod/mini'
import { type Area, fieldKeys, keyAtRunTime, type Translate } from './texts.ts'

/** The name of the field that an issue is about, by its wire name. */
export const fieldNameOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.')

/** Returns the name of an issue's field. @param area that of the field's call */
export const labelOf = (issue: z.core.$ZodIssue, t: Translate, area?: Area): string =>
  t(fieldKeys(String(issue.path.findLast((part) => typeof part === 'string') ?? ''), area))

/**
 * The sentence for a rejected field, which names the field.
 * @param issue what zod found; its message is the key of a text
 * @param t translation with the contract's texts loaded
 * @param label what people call the field
 */
export const issueMessage = (issue: z.core.$ZodIssue, t: Translate, label: string): string =>
  t(keyAtRunTime(issue.message), {
    field: label,
    minimum: issue.code === 'too_small' ? issue.minimum : undefined,
    maximum: issue.code === 'too_big' ? issue.maximum : undefined,
    ...(issue.code === 'custom' && issue.params),
  })
