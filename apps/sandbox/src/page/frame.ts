import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import { texts } from './texts.ts'

/** Formats a time as yyyy-MM-dd HH:mm:ss in this machine's time zone, which is also the reader's. */
export const localTime = (instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(instant))

interface FrameOptions {
  readonly language: Language
  /** URL of this page in the other language. */
  readonly path: string
  readonly title: string
  readonly about: string
  /** Content of the page, as HTML. */
  readonly content: string
  /** Seconds until the page reloads itself. It does not reload by default. */
  readonly refresh?: number
}

/** Returns a complete page around the given content. */
export function frame({ language, path, title, about, content, refresh }: FrameOptions): string {
  const other: Language = language === 'zh' ? 'en' : 'zh'
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  !${refresh ? html`<meta http-equiv="refresh" content="${refresh}">` : ''}
  <title>${title} · Atrium</title>
  <link rel="stylesheet" href="/style.css">
  <link rel="icon" href="data:,">
</head>
<body>
  <header>
    <div>
      <h1>${title}</h1>
      <p>${about}</p>
    </div>
    <a href="${path}?language=${other}" lang="${other}" hreflang="${other}">${texts[language].otherLanguage}</a>
  </header>
  <main>!${content}</main>
</body>
</html>
`
}

/** Seconds after which pages that show received messages or calls reload themselves. */
export const refresh = 4

/** Returns a note for an empty page. */
export const note = (text: string) => html`<p class="empty">${text}</p>`
