import type * as z from 'zod/mini'

/** Looks a text up by its key and fills its placeholders in. */
export type Translate = (key: string, params: Record<string, unknown>) => string

/** The name of the field that an issue is about, by its wire name. */
export const fieldOf = (issue: z.core.$ZodIssue): string => issue.path.map(String).join('.')

/**
 * The sentence for a refused field, which names the field.
 * @param issue what zod found; its message is the key of a text
 * @param t translation with the contract's texts loaded
 */
export const issueMessage = (issue: z.core.$ZodIssue, t: Translate): string =>
  t(issue.message, {
    field: t(`field.${String(issue.path.findLast((part) => typeof part === 'string') ?? '')}`, {}),
    minimum: issue.code === 'too_small' ? issue.minimum : undefined,
    maximum: issue.code === 'too_big' ? issue.maximum : undefined,
  })
