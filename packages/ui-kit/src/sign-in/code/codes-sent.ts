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

/** Purposes of codes. Each purpose has its own waiting time. */
export type CodePurpose = 'sign-in' | 'reset' | 'contact-proof' | 'contact' | 'registration'

/** Types of the requests of forms that contain a code. */
export type CodeCalls =
  | typeof signInByPhone
  | typeof forgotReset
  | typeof confirmContact
  | typeof register
  | { readonly request: typeof ContactProofForm.code }

/** Wire name of the code's field, by purpose. */
export const codeFields = {
  'sign-in': 'phoneCaptcha',
  reset: 'authCode',
  'contact-proof': 'proof',
  contact: 'code',
  registration: 'phoneCode',
} as const satisfies Record<CodePurpose, FieldName<CodeCalls>>

interface Sent {
  /** Phone, address or user name of the user who received the code. */
  readonly subject: string
  /** Time of sending in milliseconds since 1970. */
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

/** The last codes sent from this tab. They are kept across reloads. */
export const codesSent = {
  note(purpose: CodePurpose, subject: string): void {
    const sent: Kept = { ...kept(), [purpose]: { subject, at: Date.now() } }
    sessionStorage.setItem(storageKeys.codesSent, JSON.stringify(sent))
  },
  /** Returns the subject of the last code; '' if none was sent. */
  subject: (purpose: CodePurpose): string => kept()[purpose]?.subject ?? '',
  /**
   * Returns the whole seconds until another code can be sent; 0 if one can be sent now. If the clock was set back,
   * only the server knows the time, and rejects early requests.
   */
  wait(purpose: CodePurpose, subject: string): number {
    const sent = kept()[purpose]
    if (sent?.subject !== subject || sent.at > Date.now()) return 0
    return Math.max(0, Math.ceil(resendSeconds - (Date.now() - sent.at) / 1000))
  },
}

const notAsked = 'rule.codeNotAsked'
const isComplete = (code: string): boolean => code === '' || z.safeParse(oneTimeCode, code).success

const codeToAskFor = z
  .string(notAsked)
  .check(z.trim(), z.minLength(1, notAsked), z.refine(isComplete, 'rule.oneTimeCode'))

/**
 * Returns the rule of a code's field. If the field is left empty before a code was sent, the message tells the user
 * to request a code first.
 */
export const codeRule = (purpose: CodePurpose, subject: string) =>
  codesSent.subject(purpose) === subject ? oneTimeCode : codeToAskFor

/** Returns the schema of a form that contains only a code. */
export const codeForm = (purpose: CodePurpose, subject: string) =>
  z.object({ [codeFields[purpose]]: codeRule(purpose, subject) })
