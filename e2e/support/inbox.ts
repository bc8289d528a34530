import { expect } from '@playwright/test'
import { inboxUrl } from './suite.ts'

/** A message in the sandbox's inbox. */
export interface ReceivedMessage {
  readonly id: string
  readonly kind: 'email' | 'sms'
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly receivedAt: string
}

/** Returns the messages to an address or number, newest first. */
export const messagesTo = async (to: string): Promise<readonly ReceivedMessage[]> => {
  const response = await fetch(`${inboxUrl}/api/messages?${new URLSearchParams({ to })}`)
  return ((await response.json()) as { messages: ReceivedMessage[] }).messages
}

/**
 * Waits for a message to an address or number in addition to `known` earlier ones.
 * @returns the newest message
 */
export const nextMessageTo = async (to: string, known = 0): Promise<ReceivedMessage> => {
  let messages: readonly ReceivedMessage[] = []
  await expect
    .poll(async () => {
      messages = await messagesTo(to)
      return messages.length
    }, `a message to ${to}`)
    .toBeGreaterThan(known)
  const [newest] = messages
  if (!newest) throw new Error(`no message to ${to}`)
  return newest
}

/** Returns the six-digit code in a message. */
export const codeIn = ({ text }: ReceivedMessage): string => {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (!code) throw new Error('the message has no code')
  return code
}

/** Returns the link in a message, as a URL of the shared server. */
export const linkIn = ({ text }: Pick<ReceivedMessage, 'text'>): string => {
  const link = /\/#\/\S+/.exec(text)?.[0]
  if (!link) throw new Error('the message has no link')
  return link
}
