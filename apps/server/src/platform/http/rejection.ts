import {
  type Code,
  codes,
  type FieldChange,
  type ReasonChoice,
  type SignatureMeaning,
  type TextKey,
} from '@atrium/contract'
import type * as z from 'zod/mini'

/**
 * A rejected field: its path and, as the message, the key of the text with the reason. `Field` lists the possible
 * names, for the compiler only.
 */
export type FieldIssue<Field extends string = string> = z.core.$ZodIssue & { readonly field?: Field }

interface RejectionFacts {
  /** Key of the message; the code's own text by default. */
  readonly key?: TextKey
  readonly params?: Record<string, unknown>
  readonly issues?: readonly FieldIssue[]
  readonly changes?: readonly FieldChange[]
  readonly reasons?: readonly ReasonChoice[]
  readonly signatureMeaning?: SignatureMeaning
  readonly tried?: { readonly email: string } | { readonly userId: string }
}

/** A business rejection. It ends the call, rolls back its transaction and is sent with its code and HTTP 200. */
export class Rejection extends Error {
  readonly code: Code
  readonly key: TextKey
  readonly params: Record<string, unknown>
  readonly issues: readonly FieldIssue[] | undefined
  readonly changes: readonly FieldChange[] | undefined
  readonly reasons: readonly ReasonChoice[] | undefined
  /** Meaning of the electronic signature that the call needs. */
  readonly signatureMeaning: SignatureMeaning | undefined
  /** The account that someone tried to sign in to, if the input does not name it. Not part of the response. */
  readonly tried: RejectionFacts['tried']

  constructor(code: Code, facts: RejectionFacts = {}) {
    super(`rejected with ${code}`)
    this.code = code
    this.key = facts.key ?? `code.${code}`
    this.params = facts.params ?? {}
    this.issues = facts.issues
    this.changes = facts.changes
    this.reasons = facts.reasons
    this.signatureMeaning = facts.signatureMeaning
    this.tried = facts.tried
  }
}

/**
 * Rejects the call.
 * @param code code of the envelope
 * @param key a text of the contract; the code's own by default
 */
export function reject(code: Code, key?: TextKey, params?: Record<string, unknown>): never {
  throw new Rejection(code, { key, params })
}

/**
 * Returns the issue of a field that breaks a rule beyond its shape, e.g. `fieldIssue('tenantName', 'rule.taken')`.
 * @param params values for the rule's text, in addition to the field's name
 */
export const fieldIssue = <Field extends string>(
  field: Field,
  key: TextKey,
  params: Record<string, unknown> = {},
): FieldIssue<Field> => ({
  code: 'custom',
  path: [field],
  message: key,
  params,
  input: undefined,
})

/** Rejects the call because of its fields (422); does nothing if the list is empty. */
export function rejectFields(issues: readonly FieldIssue[]): void {
  if (issues.length > 0) throw new Rejection(codes.invalid, { issues })
}

/** Rejects the call because of one field (422), e.g. `rejectField('newPassword', 'rule.password')`. */
export function rejectField(field: string, key: TextKey): never {
  throw new Rejection(codes.invalid, { issues: [fieldIssue(field, key)] })
}

/** Rejects a save of a record that another user changed meanwhile (409). */
export function rejectConflict(changes: readonly FieldChange[]): never {
  throw new Rejection(codes.conflict, { changes })
}

/**
 * Error if the server has no capacity for another call of this kind now. It is a transport fault with 503 and the
 * time to try again, not a rejection of the call. Nothing was tried and nothing is counted.
 */
export class Overloaded extends Error {
  readonly statusCode = 503
}
