import type { Language, Profile } from '@atrium/contract'
import { textsIn } from './texts.ts'

/** What stands around every e-mail of a deployment. */
export interface Surroundings {
  readonly language: Language
  readonly system: string
  /** The brand's colour, as #rrggbb. */
  readonly colour: string
  readonly greeting: string
  readonly linkHint: string
  /** Small lines at the end. */
  readonly footer: readonly string[]
}

/** The frame of an e-mail, from the deployment's profile. */
export function surroundingsOf(profile: Profile, language: Language): Surroundings {
  const t = textsIn(language)
  const { hotline, email } = profile.support
  const contacts = [hotline, email].filter(Boolean).join(t('mail.separator'))
  const support = contacts && t('mail.support', { contacts })
  return {
    language,
    system: profile.systemName[language],
    colour: profile.brand.colour,
    greeting: t('mail.greeting'),
    linkHint: t('mail.linkHint'),
    footer: [t('mail.automatic'), support, profile.copyright[language]].filter(Boolean),
  }
}
