import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import type { Message } from '../inbox/index.ts'
import { frame } from './frame.ts'
import { messageCard } from './message-card.ts'
import { texts } from './texts.ts'

/** Seconds between two looks at the inbox. */
const refresh = 4

const note = (text: string) => html`<p class="empty">${text}</p>`

/** The inbox, the newest message first. */
export const inboxPage = (messages: readonly Message[], language: Language): string =>
  frame({
    language,
    path: '/',
    refresh,
    content:
      messages.length > 0
        ? messages.map((message) => messageCard(message, language)).join('')
        : note(texts[language].empty),
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
