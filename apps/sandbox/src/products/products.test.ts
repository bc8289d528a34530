import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../index.ts'
import {
  type AppCode,
  addressOf as addressIn,
  productKeys as allKeys,
  type CallOptions,
  post,
  sign,
} from './test-kit.ts'

let sandbox: Sandbox

const productKeys = { EDC: allKeys.EDC, RTSM: allKeys.RTSM }

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, productKeys })
})
afterEach(() => sandbox.close())

const addressOf = (appCode: AppCode) => addressIn(sandbox, appCode)

const domain = { tenantId: 't1', tenantName: '鹿鸣溪 & Co', tenantUrlId: 'u1' }

interface Call extends CallOptions {
  readonly body?: string
}

const initialise = async (call: Call = {}) => {
  const { below = '', body = JSON.stringify(domain), language = 'zh' } = call
  const url = new URL(`${addressOf(call.appCode ?? 'EDC')}${below}/atrium/init`)
  const response = await post(url, body, { language, ...sign(url.pathname, body, call) })
  return { status: response.status, text: await response.text() }
}

const page = async (appCode: AppCode, language = 'zh') =>
  (await fetch(`${addressOf(appCode)}?language=${language}`)).text()

describe('a product', () => {
  it('is initialised once for a domain, however often the suite calls', async () => {
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
    ['another product’s code', { appCode: 'RTSM', key: productKeys.EDC }],
    ['an old time', { timestamp: 1_700_000_000 }],
    ['a product that has no key', { appCode: 'CTMS', key: '' }],
  ])('rejects %s', async (_, call) => {
    expect(await initialise(call)).toMatchObject({ status: 401 })
    expect(await page(call.appCode ?? 'EDC')).toContain('尚未初始化')
  })

  it('rejects requests signed for another body or path, and repeated requests', async () => {
    const body = JSON.stringify(domain)
    const url = new URL(`${addressOf('EDC')}/atrium/init`)
    const headers = sign(url.pathname, body, {})
    expect((await post(url, body.replace('u1', 'u2'), headers)).status).toBe(401)
    expect((await post(new URL(`${addressOf('EDC')}/refusing/atrium/init`), body, headers)).status).toBe(401)
    expect((await post(url, body, {})).status).toBe(401)
    expect((await post(url, body, headers)).status).toBe(200)
    expect((await post(url, body, headers)).status).toBe(401)
  })

  it('rejects a signed request whose body breaks the agreed format', async () => {
    for (const body of ['{}', '[]', 'no JSON'])
      expect(JSON.parse((await initialise({ body })).text)).toMatchObject({ code: 422 })
  })

  it('fails on request', async () => {
    await expect(initialise({ below: '/down' })).rejects.toThrow()
    expect(await initialise({ below: '/rubbish' })).toEqual({ status: 200, text: '<h1>It works!</h1>' })
    expect(JSON.parse((await initialise({ below: '/refusing' })).text)).toMatchObject({ code: 422 })
    expect(await page('EDC')).toContain('尚未初始化')
    const slow = initialise({ below: '/slow' }).catch(() => 'given up')
    const brief = new Promise((done) => setTimeout(done, 100, 'still waiting'))
    expect(await Promise.race([slow, brief])).toBe('still waiting')
    // The work is done, but the response is late.
    expect(await page('EDC')).toContain('共请求 1 次')
  })

  it('is linked to from the inbox', async () => {
    const inbox = await (await fetch(sandbox.address)).text()
    for (const appCode of ['EDC', 'RTSM', 'CTMS', 'ETMF'] as const) expect(inbox).toContain(`>${appCode}</a>`)
    expect((await fetch(addressOf('ETMF'))).status).toBe(200)
  })
})
