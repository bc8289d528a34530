import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: readonly string[]
  readonly messageId: string
  /** Headers and body as they came over the wire. */
  readonly raw: string
}

/** The server's reply to a mail; by default it accepts it. */
type Reply = (mail: ReceivedMail) => Promise<void> | void

export interface MailServer {
  readonly url: string
  readonly port: number
  readonly arrived: readonly ReceivedMail[]
  close(): Promise<void>
}

/** An SMTP reply other than 250. */
export const rejection = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/**
 * Starts an SMTP server.
 *
 * @param reply throws, or waits, if a mail is not to be accepted at once
 * @param port any free one by default
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
        // A sender that is killed breaks it off.
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
