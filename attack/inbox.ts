import { setTimeout as sleep } from 'node:timers/promises'
import type { ReadKey } from './invitations.ts'

/** How long to wait for a mail. Milliseconds. */
const maxWait = 20_000

/**
 * Reads keys of invitations from the sandbox's inbox.
 * @param url the inbox's address, e.g. `http://127.0.0.1:8025`
 */
export const keysFromInbox =
  (url: string): ReadKey =>
  async (address) => {
    const deadline = Date.now() + maxWait
    while (Date.now() < deadline) {
      const response = await fetch(new URL(`/api/messages?${new URLSearchParams({ to: address })}`, url))
      const { messages } = (await response.json()) as { messages: { text: string }[] }
      const key = /\/#\/register\?key=([\w-]+)/.exec(messages[0]?.text ?? '')?.[1]
      if (key) return key
      await sleep(200)
    }
    throw new Error(`no invitation came to ${address}`)
  }
