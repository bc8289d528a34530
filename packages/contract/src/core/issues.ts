import type * as z from 'zod/mini'

/** Looks a text up by its key and fills its placeholders in. */
export type Translate = (key: string, params: Record<string, unknown>) => string

/** What fields are called where their wire names mean something else elsewhere: wire names to keys of `field.…`. */
export type FieldLabels = Readonly<Record<string, string>>

/** The key of a field's name as people read it. @param labels those of the call that the field belongs to */
export const fieldKey = (field: string, labels: FieldLabels = {}): string => `field.${labels[field] ?? field}`

/** The name of the field that an issue is about, by its wire name. */
export const fieldOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.')

/**
 * The sentence for a refused field, which names the field.
 * @param issue what zod found; its message is the key of a text
 * @param t translation with the contract's texts loaded
 * @param labels those of the call that the field belongs to
 */
export const issueMessage = (issue: z.core.$ZodIssue, t: Translate, labels?: FieldLabels): string =>
  t(issue.message, {
    field: t(fieldKey(String(issue.path.findLast((part) => typeof part === 'string') ?? ''), labels), {}),
    minimum: issue.code === 'too_small' ? issue.minimum : undefined,
    maximum: issue.code === 'too_big' ? issue.maximum : undefined,
    ...(issue.code === 'custom' && issue.params),
  })
