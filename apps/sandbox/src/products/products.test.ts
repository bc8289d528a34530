import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../index.ts'

let sandbox: Sandbox

const productKeys = { EDC: 'the key of the EDC', RTSM: 'the key of the RTSM' }

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, productKeys })
})
afterEach(() => sandbox.close())

const domain = { tenantId: 't1', tenantName: '鹿鸣溪 & Co', tenantUrlId: 'u1' }

interface Call {
  readonly appCode?: string
  readonly key?: string
  readonly below?: string
  readonly body?: string
  readonly language?: string
  readonly timestamp?: number
}

const addressOf = (appCode: string) => `${sandbox.productsUrl}/${appCode.toLowerCase()}`

/** The headers of a call, signed as docs/integrators.md says. */
const sign = (path: string, body: string, { appCode = 'EDC', key = productKeys.EDC, timestamp }: Call) => {
  const time = String(timestamp ?? Math.floor(Date.now() / 1000))
  const [nonce, idempotencyKey] = [randomBytes(16).toString('base64url'), randomUUID()]
  const contentHash = createHash('sha256').update(body).digest('hex')
  const lines = [time, nonce, idempotencyKey, 'POST', path, contentHash].join('\n')
  return {
    'atrium-key': appCode,
    'atrium-timestamp': time,
    'atrium-nonce': nonce,
    'idempotency-key': idempotencyKey,
    'atrium-content-sha256': contentHash,
    'atrium-signature': `v1=${createHmac('sha256', key).update(lines).digest('hex')}`,
  }
}

const post = (url: URL, body: string, headers: Record<string, string>) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

const initialise = async (call: Call = {}) => {
  const { below = '', body = JSON.stringify(domain), language = 'zh' } = call
  const url = new URL(`${addressOf(call.appCode ?? 'EDC')}${below}/atrium/init`)
  const response = await post(url, body, { language, ...sign(url.pathname, body, call) })
  return { status: response.status, text: await response.text() }
}

const page = async (appCode: string, language = 'zh') =>
  (await fetch(`${addressOf(appCode)}?language=${language}`)).text()

describe('a product', () => {
  it('is initialised once for a domain, however often it is asked', async () => {
    const [first, second] = [await initialise(), await initialise({ language: 'en' })]
    expect(JSON.parse(first.text)).toMatchObject({ code: 200, message: '已为该租户准备就绪' })
    expect(JSON.parse(second.text)).toEqual({
      code: 200,
      message: 'The system was initialised before; nothing was left to do',
      data: JSON.parse(first.text).data,
    })
    const shown = await page('EDC')
    expect(shown).toContain('鹿鸣溪 &#38; Co')
    expect(shown).toContain('共请求 2 次')
    expect(await page('RTSM', 'en')).toContain('Not initialised yet')
  })

  it.each<[string, Call]>([
    ['another key', { key: 'another key' }],
    ['another product’s key', { key: productKeys.RTSM }],
    ['another product’s code', { appCode: 'RTSM' }],
    ['an old time', { timestamp: 1_700_000_000 }],
    ['a product that has no key', { appCode: 'CTMS', key: '' }],
  ])('refuses %s', async (_, call) => {
    expect(await initialise(call)).toMatchObject({ status: 401 })
    expect(await page(call.appCode ?? 'EDC')).toContain('尚未初始化')
  })

  it('refuses what was signed for something else, and what it has seen before', async () => {
    const body = JSON.stringify(domain)
    const url = new URL(`${addressOf('EDC')}/atrium/init`)
    const headers = sign(url.pathname, body, {})
    expect((await post(url, body.replace('u1', 'u2'), headers)).status).toBe(401)
    expect((await post(new URL(`${addressOf('EDC')}/refusing/atrium/init`), body, headers)).status).toBe(401)
    expect((await post(url, body, {})).status).toBe(401)
    expect((await post(url, body, headers)).status).toBe(200)
    expect((await post(url, body, headers)).status).toBe(401)
  })

  it('refuses a signed request that is not as agreed', async () => {
    for (const body of ['{}', '[]', 'no JSON'])
      expect(JSON.parse((await initialise({ body })).text)).toMatchObject({ code: 422 })
  })

  it('fails on purpose, where it is asked to', async () => {
    await expect(initialise({ below: '/down' })).rejects.toThrow()
    expect(await initialise({ below: '/rubbish' })).toEqual({ status: 200, text: '<h1>It works!</h1>' })
    expect(JSON.parse((await initialise({ below: '/refusing' })).text)).toMatchObject({ code: 422 })
    const slow = initialise({ below: '/slow' }).catch(() => 'given up')
    const brief = new Promise((done) => setTimeout(done, 100, 'still waiting'))
    expect(await Promise.race([slow, brief])).toBe('still waiting')
    expect(await page('EDC')).toContain('尚未初始化')
  })

  it('is linked to from the inbox', async () => {
    const inbox = await (await fetch(sandbox.address)).text()
    for (const appCode of ['EDC', 'RTSM', 'CTMS', 'ETMF']) expect(inbox).toContain(`>${appCode}</a>`)
    expect((await fetch(addressOf('ETMF'))).status).toBe(200)
  })
})
