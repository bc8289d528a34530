import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail received by the server. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly messageId: string
  /** Headers and body as received. */
  readonly raw: string
}

/** Decides the server's reply to a mail. By default it accepts. */
type Reply = (mail: ReceivedMail) => Promise<void> | void

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly arrived: readonly ReceivedMail[]
  close(): Promise<void>
}

/** Creates an SMTP error reply. */
export const rejection = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/**
 * Starts an SMTP server.
 * @param reply throws to reject a mail, or waits to delay its acceptance
 * @param port any free port by default
 */
export async function startMailServer(reply: Reply = () => {}, port = 0): Promise<MailServer> {
  const arrived: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody@') ? rejection(550, 'no such mailbox') : null),
    onData: async (stream, { envelope }, done) => {
      try {
        // Throws if the sender is killed during the transfer.
        const raw = await text(stream)
        const messageId = /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''
        const mail = { to: envelope.rcptTo.map(({ address }) => address), messageId, raw }
        await reply(mail)
        arrived.push(mail)
        done(null)
      } catch (error) {
        done(error as Error)
      }
    },
  })
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    arrived,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
