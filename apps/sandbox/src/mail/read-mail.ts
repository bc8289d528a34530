import PostalMime from 'postal-mime'
import type { Received } from '../inbox/index.ts'

/**
 * Reads a mail as it came over the wire (RFC 5322, MIME).
 *
 * @param to the recipients of its envelope
 */
export async function readMail(raw: Buffer, to: readonly string[]): Promise<Received> {
  const { subject = '', text = '', html, messageId = '' } = await PostalMime.parse(raw)
  return { kind: 'email', to, subject, text, html, reference: messageId }
}
