import type { Language } from '@atrium/contract'
import type { Content, SmsTemplate } from '../templates/index.ts'

export type MessageKind = 'email' | 'sms'

/** Whom a message goes to, and how. */
interface Addressed {
  /** E-mail address or phone number. */
  readonly to: string
  readonly language: Language
  /** Whose business it is; the platform's ('0') by default. */
  readonly tenantId?: string
  /** The product that it speaks for; none by default. */
  readonly softwareId?: string
}

export type Mail = Addressed & Content & { readonly kind: 'email' }
export type Sms = Addressed & Content<SmsTemplate> & { readonly kind: 'sms' }

/** A message as whoever causes it describes it. */
export type Message = Mail | Sms
