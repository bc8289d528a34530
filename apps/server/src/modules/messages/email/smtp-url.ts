import { isIP } from 'node:net'
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport'
import { StartupError } from '../../../platform/database/index.ts'

/** Mail server and account. */
interface SmtpServer {
  readonly transport: SMTPTransportOptions
  /** Sender's address, if SMTP_URL contains one. */
  readonly from: string | undefined
}

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test(text)

/**
 * Parses SMTP_URL: `smtp[s]://[user:password@]host[:port][?from=address]`. The default port is 587, or 465 with
 * smtps. A password is only sent over TLS.
 * @throws StartupError if the URL is invalid; its message does not contain the URL, which has a password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const user = decodeURIComponent(url.username)
  const from = url.searchParams.get('from') ?? (isAddress(user) ? user : undefined)
  if (host === '')
    throw new StartupError('SMTP_URL has no host: write, for example, smtp://mail.example.com.')
  if (from !== undefined && !isAddress(from)) {
    throw new StartupError(
      'SMTP_URL has an invalid `from` address: write, for example, ?from=name@example.com.',
    )
  }
  const secure = url.protocol === 'smtps:'
  const auth = user === '' ? undefined : { user, pass: decodeURIComponent(url.password) }
  const transport = {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth,
    requireTLS: auth !== undefined && !isThisMachine(host),
  }
  return { transport, from }
}
