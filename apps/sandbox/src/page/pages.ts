import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import type { Message } from '../inbox.ts'
import { texts } from './texts.ts'

/** yyyy-MM-dd HH:mm:ss in the time of this machine, which is the reader's. */
const localTime = (instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant))

const link = (address: string) =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

/** Plain text as HTML, its web addresses clickable. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? link(part) : html`${part}`))
    .join('')

/** A message as it stands in the list. */
export function messageCard(message: Message, language: Language): string {
  const t = texts[language]
  const { id, kind, to, subject, text, receivedAt } = message
  return html`<article>
    <div class="facts">
      <span class="kind ${kind}">${t[kind]}</span>
      <span><span class="label">${t.to}</span> ${to.join(', ')}</span>
      <time datetime="${receivedAt}">${localTime(receivedAt)}</time>
    </div>
    !${subject ? html`<h2>${subject}</h2>` : ''}
    <pre>!${linked(text.trim())}</pre>
    !${message.html ? html`<a href="/messages/${id}?language=${language}">${t.show}</a>` : ''}
  </article>`
}

interface FrameOptions {
  readonly language: Language
  /** Where this page is in the other language. */
  readonly path: string
  /** The content, HTML already. */
  readonly content: string
  /** Seconds until the page loads itself again; never by default. */
  readonly refresh?: number
}

/** A whole page around its content. */
export function frame({ language, path, content, refresh }: FrameOptions): string {
  const t = texts[language]
  const other: Language = language === 'zh' ? 'en' : 'zh'
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  !${refresh ? html`<meta http-equiv="refresh" content="${refresh}">` : ''}
  <title>${t.title} · Atrium</title>
  <link rel="stylesheet" href="/style.css">
  <link rel="icon" href="data:,">
</head>
<body>
  <header>
    <div>
      <h1>${t.title}</h1>
      <p>${t.about}</p>
    </div>
    <a href="${path}?language=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a>
  </header>
  <main>!${content}</main>
</body>
</html>
`
}

/** Seconds between two looks at the inbox. */
const refresh = 4

const note = (text: string) => html`<p class="empty">${text}</p>`

const hint = (text: string) => html`<p class="hint">${text}</p>`

/** The inbox, the newest message first. */
export const inboxPage = (messages: readonly Message[], language: Language, demoPhone?: string): string =>
  frame({
    language,
    path: '/',
    refresh,
    content:
      (demoPhone ? hint(texts[language].tryPhone.replace('{{phone}}', demoPhone)) : '') +
      (messages.length > 0
        ? messages.map((message) => messageCard(message, language)).join('')
        : note(texts[language].empty)),
  })

/** One e-mail as a mail client draws it, in a frame where nothing of it can run or be fetched. */
export function messagePage(message: Message | undefined, language: Language): string {
  const t = texts[language]
  const back = html`<p><a href="/?language=${language}">${t.back}</a></p>`
  const content = message
    ? html`<h2>${message.subject}</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/messages/${message.id}/html" title="${message.subject}"></iframe>`
    : note(t.missing)
  return frame({ language, path: message ? `/messages/${message.id}` : '/', content: back + content })
}
