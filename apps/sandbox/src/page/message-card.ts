import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import type { Message } from '../inbox/index.ts'
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
