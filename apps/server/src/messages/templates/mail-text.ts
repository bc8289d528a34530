import type { Letter } from './letter.ts'
import type { Surroundings } from './surroundings.ts'
import { textsIn } from './texts.ts'

/** An e-mail as plain text, for readers without HTML. */
export function mailText({ lead, note, action, facts }: Letter, around: Surroundings): string {
  const paragraphs = [
    around.greeting,
    lead,
    facts.highlight && `    ${facts.highlight}`,
    facts.link && textsIn(around.language)('mail.linkLine', { action, link: facts.link }),
    note,
    `-- \n${[around.system, ...around.footer].join('\n')}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}
