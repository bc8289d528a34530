import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { gatewayKey, type Result, startGateway, type TestGateway } from '../test-kit/index.ts'
import { gatewaySender } from './gateway-sender.ts'

const outgoing = {
  to: '13800000001',
  subject: '',
  language: 'zh',
  template: 'signInCode',
  reference: '0198-42',
  body: { text: '【试验云】您的登录验证码为 482913', params: { code: '482913' }, secret: '482913' },
}
const never = new AbortController().signal

let gateway: TestGateway
let result: Result | undefined

beforeEach(async () => {
  result = { status: 200 }
  gateway = await startGateway(() => result)
})
afterEach(() => gateway.close())

const send = (signal = never) => gatewaySender(gateway.url).send(outgoing, signal)

describe('gatewaySender', () => {
  it('sends the message to the gateway, signed and with an idempotency key', async () => {
    expect(await send()).toMatchObject({ outcome: 'delivered' })
    const [asked] = gateway.asked
    if (!asked) throw new Error('nothing was asked')
    const { headers, body, path } = asked
    const timestamp = String(headers['atrium-timestamp'])
    const hmac = createHmac('sha256', gatewayKey.key).update(`${timestamp}.${body}`).digest('hex')
    expect(path).toBe('/send')
    expect(JSON.parse(body)).toEqual({
      id: '0198-42',
      to: '13800000001',
      text: outgoing.body.text,
      language: 'zh',
      template: 'signInCode',
      params: { code: '482913' },
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': '0198-42',
      'atrium-key': gatewayKey.id,
      'atrium-signature': `v1=${hmac}`,
    })
    expect(headers.authorization).toBeUndefined()
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  })

  it.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [400, 'refused'],
    [422, 'refused'],
    [429, 'deferred'],
    [401, 'unreachable'],
    [503, 'unreachable'],
  ])('maps HTTP %i to %s', async (status, outcome) => {
    result = { status, body: 'why' }
    expect(await send()).toEqual({ outcome, answer: `HTTP ${status} why` })
  })

  it('does not follow redirects', async () => {
    result = { status: 307, headers: { location: '/elsewhere' } }
    expect(await send()).toMatchObject({ outcome: 'unreachable' })
    expect(gateway.asked.map(({ path }) => path)).toEqual(['/send'])
  })

  it('reads only the beginning of a response', async () => {
    result = { status: 200, body: 'x'.repeat(5_000_000) }
    const { outcome, answer: said } = await send()
    expect(outcome).toBe('delivered')
    expect(said.length).toBeLessThan(3000)
  })

  it('ends when aborted, and when the gateway is down', async () => {
    result = undefined
    expect(await send(AbortSignal.timeout(100))).toMatchObject({ outcome: 'unreachable' })
    const away = await startGateway()
    await away.close()
    expect(await gatewaySender(away.url).send(outgoing, never)).toMatchObject({
      outcome: 'unreachable',
      answer: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('requires a key', () => {
    expect(() => gatewaySender('https://sms.example/send')).toThrow(/has no signing key/)
    expect(() => gatewaySender('https://id@sms.example/send')).toThrow(/has no signing key/)
  })
})
