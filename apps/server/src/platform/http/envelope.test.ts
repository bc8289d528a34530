import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { bodyLimit } from './input.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
  fetch(`${suite.server.api}${path}`, {
    method: 'POST',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body,
  })

const signedIn = () => ({ authorization: suite.admin.token })

describe('the envelope', () => {
  it('uses HTTP 200 for success and for rejections', async () => {
    const done = await post('/tenant/list', '{}', signedIn())
    expect(done.status).toBe(200)
    expect(await done.json()).toMatchObject({
      code: codes.ok,
      success: true,
      isOk: true,
      message: '操作成功',
    })
    const rejected = await post('/tenant/list', '{}')
    expect(rejected.status).toBe(200)
    expect(await rejected.json()).toEqual({
      code: codes.noSession,
      success: false,
      isOk: false,
      message: '请先登录',
      data: null,
    })
  })

  it('uses the language of the header, or Chinese if the language is unknown', async () => {
    const message = async (language: string) =>
      ((await (await post('/tenant/list', '{}', { language })).json()) as { message: string }).message
    expect(await message('en')).toBe('Please sign in')
    expect(await message('zh')).toBe('请先登录')
    expect(await message('fr')).toBe('请先登录')
  })

  it('is never cached, and has the id of its request', async () => {
    const { headers } = await post('/tenant/list', '{}')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('is compressed for clients that support it', async () => {
    const { headers } = await post('/area/list', '{"limit":249}', { ...signedIn(), 'accept-encoding': 'br' })
    expect(headers.get('content-encoding')).toBe('br')
  })
})

describe('a request', () => {
  it('has no fields if it has no body', async () => {
    for (const body of [undefined, '', ' ', '{}', 'null'])
      expect(await (await post('/tenant/list', body, signedIn())).json()).toMatchObject({ code: codes.ok })
  })

  it('is rejected with 422 if its body is not a JSON object', async () => {
    for (const body of ['{bad', '[1]', '"text"', '7', '{"a":1}}']) {
      const response = await post('/tenant/list', body, signedIn())
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({
        code: codes.invalid,
        message: '请求内容不是有效的 JSON 对象',
      })
    }
  })

  it('fails with an HTTP status if it is too large, of another type or to an unknown path', async () => {
    const large = JSON.stringify({ keyWord: 'x'.repeat(bodyLimit) })
    const faults = [
      [413, await post('/tenant/list', large, signedIn())],
      [415, await post('/tenant/list', '<a/>', { ...signedIn(), 'content-type': 'text/xml' })],
      [404, await post('/tenant/nothing', '{}')],
      [404, await fetch(`${suite.server.api}/tenant/list`)],
      [404, await fetch(`${suite.server.api}/sys/captcha`, { method: 'HEAD' })],
    ] as const
    for (const [status, response] of faults) expect(response.status).toBe(status)
    const english = await post('/nothing', '{}', { language: 'en' })
    expect(await english.json()).toMatchObject({
      code: 404,
      success: false,
      data: null,
      message: expect.any(String),
    })
  })

  it('fails with 404 if its path cannot be decoded', async () => {
    for (const address of [`${suite.server.api}/%zz`, suite.server.api.replace('/api', '/%zz')]) {
      const response = await fetch(address, { headers: { language: 'en' } })
      expect(response.status).toBe(404)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const envelope = { code: 404, success: false, isOk: false, message: 'This address does not exist' }
      expect(await response.json()).toEqual({ ...envelope, data: null })
    }
  })

  it('is rejected for its session before its body is parsed', async () => {
    expect(await (await post('/tenant/list', '{bad')).json()).toMatchObject({ code: codes.noSession })
  })
})

describe('the headers', () => {
  it('forbids inline scripts, frames and content type sniffing', async () => {
    const { headers } = await fetch(`${suite.server.api}/health`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('binds a browser to https after its first request over https', async () => {
    const get = (protocol: string) =>
      fetch(`${suite.server.api}/health`, { headers: { 'x-forwarded-proto': protocol } })
    expect((await get('https')).headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
    expect((await get('http')).headers.get('strict-transport-security')).toBeNull()
  })
})
