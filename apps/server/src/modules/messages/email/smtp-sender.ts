import { languageOf, type Profile } from '@atrium/contract'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { SendResult } from '../outbox/attempts.ts'
import type { Sender } from '../sender.ts'
import { parseSmtpUrl } from './smtp-url.ts'

/** The commands whose rejection is about the message; any other is about the server or its settings. */
const aboutTheMessage = new Set(['RCPT TO', 'DATA'])

/**
 * How an attempt ended that nodemailer reports as failed: what the server answered decides, if it did.
 *
 * @param sent whether the whole message had left
 */
function outcomeOf(error: unknown, sent: boolean): SendResult {
  const { message, command = '', response, permanent } = error as NodemailerError
  const answer = response ?? message
  if (permanent === undefined || !aboutTheMessage.has(command)) {
    return { outcome: sent ? 'unanswered' : 'unreachable', answer }
  }
  return { outcome: permanent ? 'refused' : 'deferred', answer }
}

/** How long a server may take, in milliseconds. */
export interface SmtpLimits {
  /** For the greeting, and for the reply to a command. */
  readonly command: number
  /** For everything before the message: a server that is slow at every step is not waited for at each. */
  readonly commands: number
  /** To take the message over once the whole of it was sent. */
  readonly message: number
}

/** Minimum timeouts of RFC 5321 (4.5.3.2): with shorter ones a mail that is sent again may already be on its way. */
const rfcLimits: SmtpLimits = { command: 5 * 60_000, commands: 10 * 60_000, message: 10 * 60_000 }

/** No pool: nodemailer's resends a message by itself when a connection breaks, without the outbox. */
const settings = {
  // An attempt that was given up must not go on with what the socket still holds.
  socketCloseTimeout: 0,
  // Bodies are our own texts: nothing in them is read from a file or fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
  // Has each command named to the logger, which is the one below.
  transactionLog: true,
}

/** Follows one attempt: gives up a server that takes too long, and knows whether the whole message has left. */
function follow({ command, commands, message }: SmtpLimits) {
  const tooLong = new AbortController()
  const deadline = performance.now() + commands
  let sent = false
  let over = false
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => tooLong.abort(new Error('the server took too long')), milliseconds)
  }
  /** Nodemailer logs each command, and the message when its last byte is sent. */
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
 * Hands e-mail to an SMTP server.
 *
 * @param smtpUrl as `parseSmtpUrl` takes it
 * @param profile whose system name, and support address where SMTP_URL names none, the mail comes from
 * @param limits those of RFC 5321 by default
 */
export function smtpSender(smtpUrl: string, profile: Profile, limits = rfcLimits): Sender {
  const { transport, from } = parseSmtpUrl(smtpUrl)
  const timeouts = {
    connectionTimeout: limits.command,
    greetingTimeout: limits.command,
    // Ours end earlier: the socket's knows no command from another.
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
          // An object: a text would be read as a list of addresses.
          to: { name: '', address: to },
          subject,
          text: body.text,
          html: body.html,
          messageId: reference,
          // RFC 3834: absence notes must not reply to it.
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
