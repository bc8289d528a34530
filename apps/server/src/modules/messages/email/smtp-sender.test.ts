import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MailServer, profile, rejection, startMailServer } from '../test-kit/index.ts'
import { smtpSender } from './smtp-sender.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const outgoing = {
  to: 'li@hospital.example',
  subject: '您的用户名',
  language: 'zh',
  template: 'userNameReminder',
  reference: '<42@atrium.example>',
  body: { text: '您好', html: '<p>您好</p>' },
}
const never = new AbortController().signal

let server: MailServer
let reply: () => Promise<void> | void

beforeEach(async () => {
  reply = () => {}
  server = await startMailServer(() => reply())
})
afterEach(() => server.close())

const send = (over: Partial<typeof outgoing> = {}, signal = never, url = server.url) =>
  smtpSender(url, profile).send({ ...outgoing, ...over }, signal)

describe('smtpSender', () => {
  it('sends text and HTML under the given reference', async () => {
    expect(await send()).toMatchObject({ outcome: 'delivered', answer: expect.stringContaining('250') })
    const [mail] = server.arrived
    expect(mail).toMatchObject({ to: ['li@hospital.example'], messageId: '<42@atrium.example>' })
    expect(mail?.raw).toMatch(/^From: [^:]*<no-reply@atrium\.example>/m)
    expect(mail?.raw).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/m)
  })

  it('treats a recipient as a single address, whatever it contains', async () => {
    await send({ to: 'li@hospital.example, all@hospital.example' })
    expect(server.arrived.flatMap(({ to }) => to)).not.toContain('all@hospital.example')
  })

  it('distinguishes permanent from temporary rejections', async () => {
    expect(await send({ to: 'nobody@hospital.example' })).toMatchObject({
      outcome: 'refused',
      answer: expect.stringContaining('550'),
    })
    reply = () => {
      throw rejection(552, 'too large')
    }
    expect(await send()).toMatchObject({ outcome: 'refused' })
    reply = () => {
      throw rejection(451, 'come back later')
    }
    expect(await send()).toMatchObject({ outcome: 'deferred' })
  })

  it('reports a server as unreachable if it is down or would receive a password unencrypted', async () => {
    const away = server.url.replace(/:\d+$/, ':1')
    expect(await send({}, never, away)).toMatchObject({ outcome: 'unreachable' })
    // 0.0.0.0 also reaches this machine, but does not count as a local host name.
    const named = `smtp://user:pass@0.0.0.0:${server.port}`
    expect(await send({}, never, named)).toMatchObject({ outcome: 'unreachable' })
    expect(server.arrived).toEqual([])
  })

  it('ends when aborted', async () => {
    const held = Promise.withResolvers<void>()
    reply = () => held.promise
    expect(await send({}, AbortSignal.timeout(200))).toMatchObject({ outcome: 'unanswered' })
    held.resolve()
  })
})

/** Starts a minimal SMTP server that goes silent, or hangs up, at the given step. */
async function startServer(until: string, thenHangUp = false): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const say = (step: string, text: string) => {
      if (step !== until) socket.write(`${text}\r\n`)
      else if (thenHangUp) socket.destroy()
    }
    say('greeting', '220 ready')
    let inMessage = false
    socket.on('data', (data) => {
      const line = data.toString()
      if (inMessage) {
        if (line.endsWith('\r\n.\r\n')) say('message', '250 taken')
      } else if (line.startsWith('DATA')) {
        inMessage = true
        say('DATA', '354 go on')
      } else say(line.slice(0, 4), '250 yes')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

describe('a server that falls silent', () => {
  const limits = { command: 10_000, commands: 10_000, message: 200 }
  const sendTo = async (silent: Server, smtpLimits = limits) => {
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const result = await smtpSender(url, profile, smtpLimits).send(outgoing, never)
    silent.close()
    return result.outcome
  }

  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
    'at %s, or hangs up there, has not received the message',
    async (step) => {
      expect(await sendTo(await startServer(step), { ...limits, command: 200 })).toBe('unreachable')
      expect(await sendTo(await startServer(step, true))).toBe('unreachable')
    },
  )

  it('after the whole message, or hangs up there, may have received it', async () => {
    expect(await sendTo(await startServer('message'))).toBe('unanswered')
    expect(await sendTo(await startServer('message', true))).toBe('unanswered')
  })

  it('gets a longer timeout for the message than for a command', async () => {
    reply = () => sleep(1500)
    const longer = { ...limits, command: 1000, message: 10_000 }
    const result = await smtpSender(server.url, profile, longer).send(outgoing, never)
    expect(result).toMatchObject({ outcome: 'delivered' })
  })

  it('is limited by a total timeout for all commands', async () => {
    expect(await sendTo(await startServer('RCPT'), { ...limits, command: 60_000, commands: 200 })).toBe(
      'unreachable',
    )
  })
})

describe('SMTP_URL', () => {
  it('contains a user, a password and a sender', () => {
    expect(parseSmtpUrl('smtps://no-reply%40a.example:p%2Fw@mail.example')).toEqual({
      transport: {
        host: 'mail.example',
        port: 465,
        secure: true,
        requireTLS: true,
        auth: { user: 'no-reply@a.example', pass: 'p/w' },
      },
      from: 'no-reply@a.example',
    })
    expect(parseSmtpUrl('smtp://u:p@mail.example?from=a@b.example')).toMatchObject({
      transport: { port: 587, secure: false, requireTLS: true },
      from: 'a@b.example',
    })
    expect(parseSmtpUrl('smtp://[::1]:25').transport).toMatchObject({
      host: '::1',
      port: 25,
      requireTLS: false,
    })
  })

  it.each(['smtp:mail.example', 'smtp://mail.example?from=nobody'])('rejects %s', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/^SMTP_URL/)
  })
})
