import type { RulesProps } from '@arco-design/web-react'
import { type Call, issueMessage, type Translate } from '@atrium/contract'

/** The schema of a form's output. */
export type FormSchema = Call['request']

type Issue = Parameters<typeof issueMessage>[0]

/** Returns the schema's first message for a field of the form; undefined if there is none. */
function complaint(
  schema: FormSchema,
  field: string,
  values: object,
  say: (issue: Issue) => string,
): string | undefined {
  const result = schema.safeParse(values)
  if (result.success) return undefined
  const issue = result.error.issues.find(({ path }) => String(path[0]) === field)
  return issue && say(issue)
}

/**
 * Creates a form's rules from the contract's schema, so that the form and the server agree. Each field is validated
 * within the whole form, so that rules between fields work too.
 * @param byPolicy whether the field is the reason for a change that the policy requires
 */
export const rulesFor =
  (schema: FormSchema, values: () => object, t: Translate, byPolicy = false) =>
  (field: string, label: string): RulesProps[] => [
    {
      validator: (value, callback) =>
        callback(
          complaint(schema, field, { ...values(), [field]: value }, (issue) =>
            issueMessage(issue, t, label),
          ) ??
            (byPolicy && String(value ?? '').trim() === ''
              ? t('rule.required', { field: label })
              : undefined),
        ),
    },
  ]

/** Whether the schema rejects a form in which the field is empty, to mark its label as required. */
export function isRequired(schema: FormSchema, field: string): boolean {
  const result = schema.safeParse({ [field]: '' })
  return !result.success && result.error.issues.some(({ path }) => String(path[0]) === field)
}
