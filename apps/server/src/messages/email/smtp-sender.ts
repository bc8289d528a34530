import type { Profile } from '@atrium/contract'
import { languageOf } from '@atrium/contract'
import { createTransport } from 'nodemailer'
import type { Sender } from '../sender.ts'
import { outcomeOf } from './outcome.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** The longest that a server may be silent. Milliseconds. */
const silence = 15_000

/** No pool: nodemailer's sends a message again by itself when a connection breaks, behind the outbox's back. */
const limits = {
  connectionTimeout: silence,
  greetingTimeout: silence,
  socketTimeout: silence,
  // An attempt that was given up must not go on in what the socket still holds.
  socketCloseTimeout: 0,
  // Bodies are texts of our own: nothing in one is to be read from a file or fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
}

/**
 * Hands e-mail to an SMTP server.
 *
 * @param smtpUrl as `parseSmtpUrl` takes it
 * @param profile whose system name, and support address where SMTP_URL names none, the mail comes from
 */
export function smtpSender(smtpUrl: string, profile: Profile): Sender {
  const { transport, from } = parseSmtpUrl(smtpUrl)
  const mailer = createTransport({ ...transport, ...limits })
  const address = from ?? (profile.support.email || `no-reply@${new URL(profile.publicUrl).hostname}`)
  return {
    kind: 'email',
    send: async ({ to, subject, language, reference, body }, signal) => {
      try {
        const info = await mailer.sendMail({
          from: { name: profile.systemName[languageOf(language)], address },
          // An object: a text would be read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text: body.text,
          html: body.html,
          messageId: reference,
          // RFC 3834: nobody's absence note is to answer it.
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          signal,
        })
        return { outcome: 'delivered', answer: info.response }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}
