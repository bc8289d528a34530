import type { Language, Profile } from '@atrium/contract'
import { html } from 'ghtml'
import { type MessageText, messageTextOf, textsIn } from './message-text.ts'
import type { Content, SmsTemplate } from './params.ts'

/** The frame of every e-mail of a deployment. */
interface MailFrame {
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
function mailFrameOf(profile: Profile, language: Language): MailFrame {
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

const fonts =
  "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Segoe UI', Roboto, Arial, sans-serif"

// Nothing adjoins the text, so that a double click or a copied line takes it whole.
const highlightBox = (text: string) => html`
  <p style="margin: 0 0 24px; padding: 16px; border-radius: 8px; background: #f2f3f5; color: #1d2129;
    font: 600 26px/1.3 Consolas, Menlo, monospace; letter-spacing: 2px; text-align: center; word-break: break-all;
    -webkit-user-select: all; user-select: all"
    >${text}</p>`

// A table cell with a background is the one button that every mail client draws.
const button = (link: string, action: string, { colour, linkHint }: MailFrame) => html`
  <table role="presentation" cellpadding="0" cellspacing="0" style="margin: 0 0 24px"><tr>
    <td style="border-radius: 6px; background: ${colour}">
      <a href="${link}" target="_blank" rel="noopener" style="display: inline-block; padding: 11px 28px;
        color: #ffffff; font-size: 15px; text-decoration: none">${action}</a>
    </td>
  </tr></table>
  <p style="margin: 0 0 24px; color: #6b7785; font-size: 13px">${linkHint}<br>
    <a href="${link}" target="_blank" rel="noopener" style="color: ${colour}; word-break: break-all">${link}</a></p>`

const footerLine = (line: string) => html`<div>${line}</div>`

/**
 * Renders an e-mail as HTML: tables and inline styles, because mail clients drop the rest; without pictures and
 * external content. All values are escaped; `!` marks values that are already HTML.
 */
function mailHtml({ subject, lead, note, action, facts }: MessageText, frame: MailFrame): string {
  return html`<!doctype html>
<html lang="${frame.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light">
  <title>${subject}</title>
</head>
<body style="margin: 0; padding: 24px 12px; background: #f2f3f5; color: #1d2129; font: 15px/1.7 ${fonts}">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0"
    style="max-width: 560px; margin: 0 auto; border-radius: 8px; background: #ffffff; border-top: 4px solid ${frame.colour}">
    <tr><td style="padding: 24px 32px 0; color: #4e5969; font-size: 14px; font-weight: 600">${frame.system}</td></tr>
    <tr><td style="padding: 16px 32px 8px">
      <h1 style="margin: 0 0 20px; font-size: 20px; line-height: 1.4">${subject}</h1>
      <p style="margin: 0 0 8px">${frame.greeting}</p>
      <p style="margin: 0 0 20px">${lead}</p>
      !${facts.highlight ? highlightBox(facts.highlight) : ''}
      !${facts.link ? button(facts.link, action, frame) : ''}
      <p style="margin: 0 0 24px; color: #4e5969; font-size: 14px">${note}</p>
    </td></tr>
    <tr><td style="padding: 16px 32px 24px; border-top: 1px solid #e5e6eb; color: #6b7785; font-size: 12px"
      >!${frame.footer.map(footerLine).join('')}</td></tr>
  </table>
</body>
</html>
`
}

/** An e-mail as plain text, for readers without HTML. */
function mailText({ lead, note, action, facts }: MessageText, frame: MailFrame): string {
  const paragraphs = [
    frame.greeting,
    lead,
    facts.highlight,
    facts.link && textsIn(frame.language)('mail.linkLine', { action, link: facts.link }),
    note,
    `-- \n${[frame.system, ...frame.footer].join('\n')}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

/** A message in its final words. */
export interface Rendered {
  /** '' for an SMS. */
  readonly subject: string
  readonly text: string
  /** An e-mail's second form. */
  readonly html?: string
  /** Parameters of an SMS, for a gateway whose provider keeps the texts itself. */
  readonly params?: Readonly<Record<string, string>>
  /** The code, key or password in it. */
  readonly secret?: string
  /** Seconds that the secret is good for. */
  readonly lifeSeconds?: number
}

/** Writes an e-mail from its template. */
export function renderMail(content: Content, language: Language, profile: Profile): Rendered {
  const letter = messageTextOf(content, language, profile)
  const frame = mailFrameOf(profile, language)
  const { secret, lifeSeconds } = letter.facts
  const html = mailHtml(letter, frame)
  return { subject: letter.subject, text: mailText(letter, frame), html, secret, lifeSeconds }
}

/** Writes an SMS from its template, signed with the system's name as carriers ask for. */
export function renderSms(content: Content<SmsTemplate>, language: Language, profile: Profile): Rendered {
  const { sms, values, facts } = messageTextOf(content, language, profile)
  const sign = textsIn(language)('sms.sign', { system: profile.systemName[language] })
  const { secret, lifeSeconds } = facts
  return { subject: '', text: sign + sms, params: values, secret, lifeSeconds }
}
