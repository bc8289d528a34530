import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import { texts } from './texts.ts'

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
