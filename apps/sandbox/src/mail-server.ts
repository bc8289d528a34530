import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Inbox, IncomingMessage } from './inbox.ts'

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string
  close(): Promise<void>
}

const largest = 1_000_000

/** Starts an SMTP server on any free port of this machine that puts every mail into the inbox. */
export async function startMailServer(inbox: Inbox): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    // Only this machine can reach the server, so it needs neither authentication nor encryption.
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largest,
    closeTimeout: 500,
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then((raw) =>
          readMail(
            raw,
            envelope.rcptTo.map(({ address }) => address),
          ),
        )
        .then((mail) => {
          if (stream.sizeExceeded) return done(Object.assign(new Error('too large'), { responseCode: 552 }))
          inbox.add(mail)
          done(null)
        }, done)
    },
  })
  // A client that disconnects midway must not stop the server.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string')
    throw new Error('the SMTP server is not listening on a TCP port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((done) => server.close(() => done())),
  }
}

/**
 * Parses a raw mail (RFC 5322, MIME).
 * @param to recipients of the envelope
 */
async function readMail(raw: Buffer, to: readonly string[]): Promise<IncomingMessage> {
  const { subject = '', text = '', html, messageId = '' } = await PostalMime.parse(raw)
  return { kind: 'email', to, subject, text, html, reference: messageId }
}
