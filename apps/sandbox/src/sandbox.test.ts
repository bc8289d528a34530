import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createTransport } from 'nodemailer'
import type { Message } from './inbox.ts'
import { type Sandbox, standInFor, startSandbox } from './index.ts'

let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterEach(() => sandbox.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, sandbox.address), { headers })
const page = async (path: string) => (await get(path)).text()
const messages = async (query = '') =>
  ((await (await get(`/api/messages${query}`)).json()) as { messages: Message[] }).messages

const sendMail = (over: object = {}) =>
  createTransport(sandbox.environment.SMTP_URL).sendMail({
    from: 'suite@atrium.example',
    to: 'li@hospital.example',
    subject: '您的新密码',
    text: '密码为 Abc12345，登录：https://atrium.example/#/signIn?a=1&b=2',
    html: '<p>密码为 <b>Abc12345</b><script>alert(1)</script></p>',
    ...over,
  })

const sms = {
  id: 'sms-1',
  to: '13800000001',
  text: '您的登录验证码为 482913',
  language: 'zh',
  template: 'signInCode',
  params: { code: '482913' },
}

/** Sends an SMS as the server does. `over` replaces headers. */
const sendSms = (body: string = JSON.stringify(sms), over: Record<string, string> = {}) => {
  const url = new URL(sandbox.environment.SMS_GATEWAY_URL)
  const timestamp = over['atrium-timestamp'] ?? String(Math.floor(Date.now() / 1000))
  const hmac = createHmac('sha256', url.password).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'atrium-key': url.username,
    'atrium-timestamp': timestamp,
    'atrium-signature': `v1=${hmac}`,
    ...over,
  }
  return fetch(`${url.origin}${url.pathname}`, { method: 'POST', headers, body })
}

describe('mail', () => {
  it('is shown as it was sent', async () => {
    await sendMail()
    expect(await messages()).toMatchObject([
      {
        kind: 'email',
        to: ['li@hospital.example'],
        subject: '您的新密码',
        text: expect.stringContaining('Abc12345'),
      },
    ])
    const list = await page('/')
    expect(list).toContain('您的新密码')
    expect(list).toContain('href="https://atrium.example/#/signIn?a&#61;1&#38;b&#61;2"')
  })

  it('runs no scripts and fetches nothing', async () => {
    await sendMail()
    const [mail] = await messages()
    const response = await get(`/messages/${mail?.id}/html`)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox/)
    expect(await response.text()).toContain('<b>Abc12345</b>')
    expect(await page(`/messages/${mail?.id}`)).toMatch(/<iframe sandbox="allow-popups /)
  })

  it('is dropped if it is a repeat', async () => {
    await sendMail({ messageId: '<1@atrium.example>' })
    await sendMail({ messageId: '<1@atrium.example>' })
    expect(await messages()).toHaveLength(1)
  })
})

describe('the SMS gateway', () => {
  it('accepts a signed message once', async () => {
    expect((await sendSms()).status).toBe(200)
    expect((await sendSms()).status).toBe(200)
    expect(await messages()).toMatchObject([{ kind: 'sms', to: ['13800000001'], params: { code: '482913' } }])
    expect(await page('/')).toContain('482913')
  })

  it.each([
    ['another key', { 'atrium-key': 'other' }],
    ['no signature', { 'atrium-signature': '' }],
    ['a wrong signature', { 'atrium-signature': `v1=${'0'.repeat(64)}` }],
    ['an old time', { 'atrium-timestamp': '1700000000' }],
  ])('rejects %s', async (_, over) => {
    expect((await sendSms(undefined, over)).status).toBe(401)
    expect(await messages()).toEqual([])
  })

  it('rejects a signed body that breaks the agreed format', async () => {
    expect((await sendSms('{"to": 1}')).status).toBe(400)
    expect((await sendSms('no JSON')).status).toBe(400)
  })
})

describe('the inbox', () => {
  it('lists messages newest first and filters them by recipient', async () => {
    await sendSms()
    await sendMail()
    expect((await messages()).map(({ kind }) => kind)).toEqual(['email', 'sms'])
    expect(await messages('?to=13800000001')).toMatchObject([{ kind: 'sms' }])
    expect(await messages('?kind=email&to=13800000001')).toEqual([])
  })

  it('is available in both languages', async () => {
    expect(await page('/')).toContain('<html lang="zh">')
    expect(await page('/?language=en')).toContain('No messages yet')
    expect(await (await get('/', { 'accept-language': 'en-GB,en' })).text()).toContain('Message inbox')
  })

  it('escapes the content of messages', async () => {
    await sendMail({ subject: '<img src=x onerror=alert(1)>', text: '</pre><script>alert(1)</script>' })
    expect(await page('/')).not.toMatch(/<img|<script/)
  })

  it('rejects other host names, and restricts its page by a content security policy', async () => {
    const response = await get('/')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const { port } = new URL(sandbox.address)
    expect(await statusFor(`rebound.example:${port}`)).toBe(403)
  })

  it('responds with 404 for an unknown message', async () => {
    expect((await get('/messages/none')).status).toBe(404)
    expect((await get('/messages/none/html')).status).toBe(404)
  })
})

/** Returns the inbox's status for a Host header, which `fetch` cannot set. */
const statusFor = async (host: string): Promise<number | undefined> => {
  const { get: request } = await import('node:http')
  return new Promise((done, fail) => {
    request(sandbox.address, { headers: { host } }, (response) => {
      response.resume()
      done(response.statusCode)
    }).on('error', fail)
  })
}

describe('the CTMS', () => {
  it('accepts calls of pages at localhost or 127.0.0.1 and no others', async () => {
    const allowed = async (origin: string) =>
      (await get('/ctms/publicKey', { origin })).headers.get('access-control-allow-origin')
    for (const origin of ['http://localhost:8080', 'http://127.0.0.1:8080'])
      expect(await allowed(origin)).toBe(origin)
    for (const origin of ['http://localhost.example:8080', 'http://atrium.example', 'null'])
      expect(await allowed(origin)).toBeNull()
  })
})

describe('standInFor', () => {
  const port = { SANDBOX_PORT: '0' }

  it('replaces only the missing services', async () => {
    const both = await standInFor({ ...port, SMTP_URL: ' ' })
    const sms = await standInFor({ ...port, SMTP_URL: 'smtp://mail.example' })
    await Promise.all([both?.close(), sms?.close()])
    const products = ['OUTBOUND_ALLOW', 'DEMO_PRODUCTS_URL']
    expect(Object.keys(both?.environment ?? {})).toEqual([
      'SMTP_URL',
      'DEMO_MAIL',
      'SMS_GATEWAY_URL',
      ...products,
    ])
    expect(Object.keys(sms?.environment ?? {})).toEqual(['SMS_GATEWAY_URL', ...products])
  })

  it('adds its own address to those that the server may call', async () => {
    const own = await standInFor({ ...port, OUTBOUND_ALLOW: 'edc.example' })
    await own?.close()
    const { host } = new URL(own?.address ?? '')
    expect(own?.environment).toMatchObject({
      OUTBOUND_ALLOW: `edc.example,${host}`,
      DEMO_PRODUCTS_URL: `http://${host}/products`,
    })
  })

  it('is not started if nothing is missing', async () => {
    expect(await standInFor({ ...port, SMTP_URL: 'smtp://a', SMS_GATEWAY_URL: 'https://b' })).toBeUndefined()
  })

  it('takes another port if its own is in use', async () => {
    const other = await standInFor({ SANDBOX_PORT: new URL(sandbox.address).port })
    expect(other?.address).not.toBe(sandbox.address)
    await other?.close()
  })

  it('rejects an invalid port', async () => {
    await expect(standInFor({ SANDBOX_PORT: '80x' })).rejects.toThrow(/SANDBOX_PORT must be/)
  })
})
