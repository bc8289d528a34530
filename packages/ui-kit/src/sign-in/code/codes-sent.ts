import {
  type ContactProofForm,
  type confirmContact,
  type forgotReset,
  oneTimeCode,
  type register,
  resendSeconds,
  type signInByPhone,
} from '@atrium/contract'
import { storageKeys } from '@atrium/shared-api'
import * as z from 'zod/mini'
import type { FieldName } from '../../form/Field.tsx'

/** Purposes of codes; each has a waiting time of its own. */
export type CodePurpose = 'sign-in' | 'reset' | 'contact-proof' | 'contact' | 'registration'

/** What the forms send that ask for a code. */
export type CodeCalls =
  | typeof signInByPhone
  | typeof forgotReset
  | typeof confirmContact
  | typeof register
  | { readonly request: typeof ContactProofForm.code }

/** The field that holds the code of each purpose. */
export const codeFields = {
  'sign-in': 'phoneCaptcha',
  reset: 'authCode',
  'contact-proof': 'proof',
  contact: 'code',
  registration: 'phoneCode',
} as const satisfies Record<CodePurpose, FieldName<CodeCalls>>

interface Sent {
  /** The phone, address or user name to whose owner the code went. */
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly at: number
}

type Kept = Partial<Record<CodePurpose, Sent>>

function kept(): Kept {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKeys.codesSent) ?? '{}'))
  } catch {
    return {}
  }
}

/** The last codes that were sent from this tab; a reload does not forget them. */
export const codesSent = {
  note(purpose: CodePurpose, subject: string): void {
    const sent: Kept = { ...kept(), [purpose]: { subject, at: Date.now() } }
    sessionStorage.setItem(storageKeys.codesSent, JSON.stringify(sent))
  },
  /** To whom the last one went, '' where none did. */
  subject: (purpose: CodePurpose): string => kept()[purpose]?.subject ?? '',
  /**
   * Returns the time until another code can be sent: whole seconds, 0 for none. If the clock has been put back only the
   * server knows, and reports it.
   */
  wait(purpose: CodePurpose, subject: string): number {
    const sent = kept()[purpose]
    if (sent?.subject !== subject || sent.at > Date.now()) return 0
    return Math.max(0, Math.ceil(resendSeconds - (Date.now() - sent.at) / 1000))
  },
}

const notAsked = 'rule.codeNotAsked'
const isSound = (code: string): boolean => code === '' || z.safeParse(oneTimeCode, code).success

const codeToAskFor = z
  .string(notAsked)
  .check(z.trim(), z.minLength(1, notAsked), z.refine(isSound, 'rule.oneTimeCode'))

/** The rule of a code's field: left empty before a code was sent, it asks to have one sent first. */
export const codeRule = (purpose: CodePurpose, subject: string) =>
  codesSent.subject(purpose) === subject ? oneTimeCode : codeToAskFor

/** A form that asks for a code alone. */
export const codeForm = (purpose: CodePurpose, subject: string) =>
  z.object({ [codeFields[purpose]]: codeRule(purpose, subject) })
