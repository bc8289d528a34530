import type { Language, Profile } from '@atrium/contract'
import { html } from 'ghtml'
import { type MessageText, messageTextOf, textsIn } from './message-text.ts'
import type { Content, SmsTemplate } from './params.ts'

/** Parts that all e-mails of a deployment have in common. */
interface MailFrame {
  readonly language: Language
  readonly system: string
  /** The brand's colour, as #rrggbb. */
  readonly colour: string
  readonly greeting: string
  readonly linkHint: string
  /** Lines in small type at the end. */
  readonly footer: readonly string[]
}

/** Reads the common parts of an e-mail from the deployment's profile. */
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

// No other text touches the highlighted text, so that a double click or a copied line selects exactly that.
const highlightBox = (text: string) => html`
  <p style="margin: 0 0 24px; padding: 16px; border-radius: 8px; background: #f2f3f5; color: #1d2129;
    font: 600 26px/1.3 Consolas, Menlo, monospace; letter-spacing: 2px; text-align: center; word-break: break-all;
    -webkit-user-select: all; user-select: all"
    >${text}</p>`

const listItem = (line: string) => html`<li style="margin: 0 0 6px">${line}</li>`

const listBox = (lines: readonly string[]) => html`
  <ul style="margin: 0 0 24px; padding: 0 0 0 20px; font-size: 14px">!${lines.map(listItem).join('')}</ul>`

// A table cell with a background is the only kind of button that all mail clients display.
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
 * Renders an e-mail as HTML with tables and inline styles, because mail clients remove everything else. It has no
 * pictures or external content. All values are escaped, except after `!`, which marks HTML.
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
      !${facts.list ? listBox(facts.list) : ''}
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

/** Renders an e-mail as plain text, for mail clients without HTML. */
function mailText({ lead, note, action, facts }: MessageText, frame: MailFrame): string {
  const paragraphs = [
    frame.greeting,
    lead,
    facts.list?.map((line) => `- ${line}`).join('\n'),
    facts.highlight,
    facts.link && textsIn(frame.language)('mail.linkLine', { action, link: facts.link }),
    note,
    `-- \n${[frame.system, ...frame.footer].join('\n')}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

/** A message in its final form. */
export interface Rendered {
  /** Subject of an e-mail; '' for an SMS. */
  readonly subject: string
  readonly text: string
  /** HTML version of an e-mail. */
  readonly html?: string
  /** Parameters of an SMS, for a gateway whose provider stores the texts itself. */
  readonly params?: Readonly<Record<string, string>>
  /** The code, key or password in the message. */
  readonly secret?: string
  /** Lifetime of the secret, in seconds. */
  readonly lifeSeconds?: number
}

/** Renders an e-mail from its template. */
export function renderMail(content: Content, language: Language, profile: Profile): Rendered {
  const letter = messageTextOf(content, language, profile)
  const frame = mailFrameOf(profile, language)
  const { secret, lifeSeconds } = letter.facts
  const html = mailHtml(letter, frame)
  return { subject: letter.subject, text: mailText(letter, frame), html, secret, lifeSeconds }
}

/** Renders an SMS from its template. It begins with the system's name, as carriers require. */
export function renderSms(content: Content<SmsTemplate>, language: Language, profile: Profile): Rendered {
  const { sms, values, facts } = messageTextOf(content, language, profile)
  const sign = textsIn(language)('sms.sign', { system: profile.systemName[language] })
  const { secret, lifeSeconds } = facts
  return { subject: '', text: sign + sms, params: values, secret, lifeSeconds }
}
