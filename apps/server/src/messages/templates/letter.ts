import type { Language, Profile } from '@atrium/contract'
import { type Facts, factsOf } from './facts.ts'
import type { Content } from './params.ts'
import { textsIn } from './texts.ts'
import { validityOf } from './validity.ts'

/** A message in words, not yet in the form of an e-mail or an SMS. A part that it does not have is ''. */
export interface Letter {
  readonly subject: string
  readonly lead: string
  readonly note: string
  /** What its button says. */
  readonly action: string
  readonly sms: string
  /** What its texts were filled in with. */
  readonly values: Readonly<Record<string, string>>
  readonly facts: Facts
}

/** Puts a message into words of a language. */
export function letterOf(content: Content, language: Language, profile: Profile): Letter {
  const facts = factsOf(content, profile)
  const t = textsIn(language)
  const values: Record<string, string> = {
    ...facts.values,
    system: profile.systemName[language],
    ...(facts.lifeSeconds !== undefined && { validity: validityOf(facts.lifeSeconds, language) }),
  }
  const part = (name: 'subject' | 'lead' | 'note' | 'action' | 'sms') =>
    t(`${content.template}.${name}`, values)
  return {
    // A header is one line, whatever a name in it holds.
    subject: part('subject').replace(/\s+/g, ' '),
    lead: part('lead'),
    note: part('note'),
    action: part('action'),
    sms: part('sms'),
    values,
    facts,
  }
}
