import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import type { Message } from '../inbox.ts'
import { pathOf, products } from '../products/products.ts'
import { frame, localTime, note, refresh } from './frame.ts'
import { texts } from './texts.ts'

const link = (address: string) =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

/** Converts plain text to HTML with clickable web addresses. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? link(part) : html`${part}`))
    .join('')

/** Returns the card of a message in the list. */
function messageCard(message: Message, language: Language): string {
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

const hint = (text: string) => html`<p class="hint">${text}</p>`

/** Returns links to the products' pages. */
const productLinks = (language: Language) =>
  html`<nav>${texts[language].products} !${products
    .map((product) => html`<a href="${pathOf(product)}?language=${language}">${product.appCode}</a>`)
    .join(' ')}</nav>`

/** Returns the inbox page, newest message first. */
export const inboxPage = (messages: readonly Message[], language: Language, demoPhone?: string): string =>
  frame({
    language,
    path: '/',
    title: texts[language].title,
    about: texts[language].about,
    refresh,
    content:
      productLinks(language) +
      (demoPhone ? hint(texts[language].tryPhone.replace('{{phone}}', demoPhone)) : '') +
      (messages.length > 0
        ? messages.map((message) => messageCard(message, language)).join('')
        : note(texts[language].empty)),
  })

/**
 * Returns the page of one e-mail. Like a mail client, it shows the e-mail in a frame that can neither run scripts nor
 * fetch anything.
 */
export function messagePage(message: Message | undefined, language: Language): string {
  const t = texts[language]
  const back = html`<p><a href="/?language=${language}">${t.back}</a></p>`
  const content = message
    ? html`<h2>${message.subject}</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="/messages/${message.id}/html" title="${message.subject}"></iframe>`
    : note(t.missing)
  const path = message ? `/messages/${message.id}` : '/'
  return frame({ language, path, title: t.title, about: t.about, content: back + content })
}
