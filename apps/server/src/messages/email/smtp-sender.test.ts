import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MailServer, profile, refusal, startMailServer } from '../test-kit/index.ts'
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
  it('hands over text and HTML under the reference that it was given', async () => {
    expect(await send()).toMatchObject({ outcome: 'delivered', answer: expect.stringContaining('250') })
    const [mail] = server.arrived
    expect(mail).toMatchObject({ to: ['li@hospital.example'], messageId: '<42@atrium.example>' })
    expect(mail?.raw).toMatch(/^From: [^:]*<no-reply@atrium\.example>/m)
    expect(mail?.raw).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated/m)
  })

  it('takes a recipient for one address, whatever is in it', async () => {
    await send({ to: 'li@hospital.example, all@hospital.example' })
    expect(server.arrived.flatMap(({ to }) => to)).not.toContain('all@hospital.example')
  })

  it('tells a message that is refused from one that comes too early', async () => {
    expect(await send({ to: 'nobody@hospital.example' })).toMatchObject({
      outcome: 'refused',
      answer: expect.stringContaining('550'),
    })
    reply = () => {
      throw refusal(552, 'too large')
    }
    expect(await send()).toMatchObject({ outcome: 'refused' })
    reply = () => {
      throw refusal(451, 'come back later')
    }
    expect(await send()).toMatchObject({ outcome: 'deferred' })
  })

  it('calls a server that is away, or does not encrypt a password, unreachable', async () => {
    const away = server.url.replace(/:\d+$/, ':1')
    expect(await send({}, never, away)).toMatchObject({ outcome: 'unreachable' })
    // 0.0.0.0 leads here as well, without being this machine by name.
    const named = `smtp://user:pass@0.0.0.0:${server.port}`
    expect(await send({}, never, named)).toMatchObject({ outcome: 'unreachable' })
    expect(server.arrived).toEqual([])
  })

  it('ends when it is told to, with nothing delivered', async () => {
    const held = Promise.withResolvers<void>()
    reply = () => held.promise
    const started = performance.now()
    expect(await send({}, AbortSignal.timeout(200))).toMatchObject({ outcome: 'unreachable' })
    expect(performance.now() - started).toBeLessThan(2000)
    held.resolve()
  })
})

describe('SMTP_URL', () => {
  it('has a user, a password and a sender', () => {
    expect(parseSmtpUrl('smtps://no-reply%40a.example:p%2Fw@mail.example')).toEqual({
      transport: {
        ...{ host: 'mail.example', port: 465, secure: true, requireTLS: true },
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

  it.each(['smtp:mail.example', 'smtp://mail.example?from=nobody'])('refuses %s', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(/^SMTP_URL/)
  })
})
