import type { Language, Profile } from '@atrium/contract'
import { letterOf } from './letter.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { Content, SmsTemplate } from './params.ts'
import { surroundingsOf } from './surroundings.ts'
import { textsIn } from './texts.ts'

/** A message in its final words. */
export interface Rendered {
  /** '' for an SMS. */
  readonly subject: string
  readonly text: string
  /** An e-mail's second form. */
  readonly html?: string
  /** What an SMS was filled in with, for a gateway whose provider keeps the texts itself. */
  readonly params?: Readonly<Record<string, string>>
  /** The code, key or password in it. */
  readonly secret?: string
  /** Seconds that the secret is good for. */
  readonly lifeSeconds?: number
}

/** Writes an e-mail from its template. */
export function renderMail(content: Content, language: Language, profile: Profile): Rendered {
  const letter = letterOf(content, language, profile)
  const around = surroundingsOf(profile, language)
  const { secret, lifeSeconds } = letter.facts
  const html = mailHtml(letter, around)
  return { subject: letter.subject, text: mailText(letter, around), html, secret, lifeSeconds }
}

/** Writes an SMS from its template, signed with the system's name as carriers ask for. */
export function renderSms(content: Content<SmsTemplate>, language: Language, profile: Profile): Rendered {
  const { sms, values, facts } = letterOf(content, language, profile)
  const sign = textsIn(language)('sms.sign', { system: profile.systemName[language] })
  const { secret, lifeSeconds } = facts
  return { subject: '', text: sign + sms, params: values, secret, lifeSeconds }
}
