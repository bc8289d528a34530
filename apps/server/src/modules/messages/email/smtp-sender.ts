import { languageOf, type Profile } from '@atrium/contract'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { SendResult } from '../outbox/attempts.ts'
import type { Sender } from '../sender.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** Commands whose rejection concerns the message. Any other rejection concerns the server or its settings. */
const aboutTheMessage = new Set(['RCPT TO', 'DATA'])

/**
 * Returns the outcome of an attempt that failed in nodemailer. The server's response decides, if there is one.
 * @param sent whether the whole message had been sent
 */
function outcomeOf(error: unknown, sent: boolean): SendResult {
  const { message, command = '', response, permanent } = error as NodemailerError
  const answer = response ?? message
  if (permanent === undefined || !aboutTheMessage.has(command)) {
    return { outcome: sent ? 'unanswered' : 'unreachable', answer }
  }
  return { outcome: permanent ? 'refused' : 'deferred', answer }
}

/** Timeouts of an SMTP server, in milliseconds. */
export interface SmtpLimits {
  /** For the greeting, and for the reply to each command. */
  readonly command: number
  /** For all steps before the message together, so that a server cannot be slow at every step. */
  readonly commands: number
  /** For accepting the message after all of it was sent. */
  readonly message: number
}

/** Minimum timeouts of RFC 5321 (4.5.3.2). Shorter ones would resend mails that the server is still accepting. */
const rfcLimits: SmtpLimits = { command: 5 * 60_000, commands: 10 * 60_000, message: 10 * 60_000 }

/**
 * Settings for a new connection per mail. Nodemailer's pool would resend a message by itself when a connection
 * breaks, bypassing the outbox.
 */
const settings = {
  // After a timeout, the socket must not send data that is still buffered.
  socketCloseTimeout: 0,
  // Bodies are our own texts and must not read files or fetch URLs.
  disableFileAccess: true,
  disableUrlAccess: true,
  // Logs each command, so that the logger below can follow the attempt.
  transactionLog: true,
}

/** Follows one attempt: aborts it when the server takes too long, and records whether the whole message was sent. */
function follow({ command, commands, message }: SmtpLimits) {
  const tooLong = new AbortController()
  const deadline = performance.now() + commands
  let sent = false
  let over = false
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(
      () => tooLong.abort(new Error('the mail server did not respond in time')),
      milliseconds,
    )
  }
  /** Observes nodemailer's log, which has an entry for each command, and one for the message when its last byte is sent. */
  const note = ({ tnx }: { readonly tnx?: string } = {}) => {
    if (sent || over) return
    if (tnx === 'message') {
      sent = true
      wait(message)
    } else if (tnx === 'client') wait(Math.min(command, deadline - performance.now()))
  }
  wait(command)
  return {
    signal: tooLong.signal,
    logger: { level: () => {}, trace: note, debug: note, info: note, warn: note, error: note, fatal: note },
    isSent: () => sent,
    end: () => {
      over = true
      clearTimeout(timer)
    },
  }
}

/**
 * Sends e-mail through an SMTP server.
 * @param smtpUrl in the format of `parseSmtpUrl`
 * @param profile provides the sender's name, and its address if SMTP_URL has none
 * @param limits timeouts of RFC 5321 by default
 */
export function smtpSender(smtpUrl: string, profile: Profile, limits = rfcLimits): Sender {
  const { transport, from } = parseSmtpUrl(smtpUrl)
  const timeouts = {
    connectionTimeout: limits.command,
    greetingTimeout: limits.command,
    // The attempt's own timeouts end earlier. The socket's timeout cannot distinguish commands.
    socketTimeout: limits.commands + limits.message,
  }
  const address = from ?? (profile.support.email || `no-reply@${new URL(profile.publicUrl).hostname}`)
  return {
    kind: 'email',
    send: async ({ to, subject, language, reference, body }, signal) => {
      const attempt = follow(limits)
      const { logger } = attempt
      const ended = AbortSignal.any([signal, attempt.signal])
      const mailer = createTransport({ ...transport, ...settings, ...timeouts, logger })
      try {
        const info = await mailer.sendMail({
          from: { name: profile.systemName[languageOf(language)], address },
          // Pass an object, because a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text: body.text,
          html: body.html,
          messageId: reference,
          // Prevents automatic replies such as absence notes (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
          signal: ended,
        })
        return { outcome: 'delivered', answer: info.response }
      } catch (error) {
        return outcomeOf(ended.aborted ? ended.reason : error, attempt.isSent())
      } finally {
        attempt.end()
      }
    },
  }
}
