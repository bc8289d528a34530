import { html } from 'ghtml'
import type { Letter } from './letter.ts'
import type { Surroundings } from './surroundings.ts'

const fonts =
  "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', 'Segoe UI', Roboto, Arial, sans-serif"

const highlightBox = (text: string) => html`
  <p style="margin: 0 0 24px; padding: 16px; border-radius: 8px; background: #f2f3f5; color: #1d2129;
    font: 600 26px/1.3 Consolas, Menlo, monospace; letter-spacing: 2px; text-align: center; word-break: break-all"
    >${text}</p>`

// A table cell with a background is the one button that every mail client draws.
const button = (link: string, action: string, { colour, linkHint }: Surroundings) => html`
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
 * An e-mail as HTML: tables and inline styles, since mail clients drop the rest, no picture and nothing
 * fetched. Everything that is filled in is escaped; `!` marks what is HTML already.
 */
export function mailHtml({ subject, lead, note, action, facts }: Letter, around: Surroundings): string {
  return html`<!doctype html>
<html lang="${around.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light">
  <title>${subject}</title>
</head>
<body style="margin: 0; padding: 24px 12px; background: #f2f3f5; color: #1d2129; font: 15px/1.7 ${fonts}">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0"
    style="max-width: 560px; margin: 0 auto; border-radius: 8px; background: #ffffff; border-top: 4px solid ${around.colour}">
    <tr><td style="padding: 24px 32px 0; color: #4e5969; font-size: 14px; font-weight: 600">${around.system}</td></tr>
    <tr><td style="padding: 16px 32px 8px">
      <h1 style="margin: 0 0 20px; font-size: 20px; line-height: 1.4">${subject}</h1>
      <p style="margin: 0 0 8px">${around.greeting}</p>
      <p style="margin: 0 0 20px">${lead}</p>
      !${facts.highlight ? highlightBox(facts.highlight) : ''}
      !${facts.link ? button(facts.link, action, around) : ''}
      <p style="margin: 0 0 24px; color: #4e5969; font-size: 14px">${note}</p>
    </td></tr>
    <tr><td style="padding: 16px 32px 24px; border-top: 1px solid #e5e6eb; color: #6b7785; font-size: 12px"
      >!${around.footer.map(footerLine).join('')}</td></tr>
  </table>
</body>
</html>
`
}
