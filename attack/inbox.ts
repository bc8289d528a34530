import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadSecret } from './invitations.ts'

/** Time limit for the arrival of a message, in milliseconds. */
const maxWait = 20_000

/**
 * Reads keys of invitations and codes from the sandbox's inbox.
 * @param url address of the inbox, e.g. `http://127.0.0.1:8025`
 */
export const secretsFromInbox =
  (url: string): ReadSecret =>
  async (recipient) => {
    const deadline = Date.now() + maxWait
    while (Date.now() < deadline) {
      const response = await fetch(new URL(`/api/messages?${new URLSearchParams({ to: recipient })}`, url))
      const { messages } = (await response.json()) as { messages: { text: string }[] }
      const text = messages[0]?.text ?? ''
      const secret = /\/#\/register\?key=([\w-]+)/.exec(text)?.[1] ?? /\b\d{6}\b/.exec(text)?.[0]
      if (secret) return secret
      await sleep(200)
    }
    throw new Error(`no message arrived for ${recipient}`)
  }
