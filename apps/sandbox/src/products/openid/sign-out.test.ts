import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { type Sandbox, startSandbox } from '../../index.ts'
import { createSessions } from '../sessions.ts'
import { type AppCode, addressOf, callProduct, handedOver, productKeys, scope } from '../test-kit.ts'
import {
  type Browser,
  createBrowser,
  linkOf,
  type OpenidSuite,
  postForm,
  type Shown,
  startOpenidSuite,
} from './test-kit.ts'

let suite: OpenidSuite
let sandbox: Sandbox
let browser: Browser
let page: string

beforeEach(async () => {
  suite = await startOpenidSuite()
  sandbox = await startSandbox({ port: 0, productKeys, suiteUrl: suite.url })
  await suite.start(sandbox)
  browser = createBrowser()
  page = addressOf(sandbox, 'EDC')
})
afterEach(async () => {
  await sandbox.close()
  await suite.close()
})

const signIn = async (client: Browser, clientId = 'u1', appCode: AppCode = 'EDC') => {
  const shown = await client.open(`${addressOf(sandbox, appCode)}/sign-in?client_id=${clientId}&language=en`)
  expect(shown.text).toContain('lina Li')
}

/** Signs out at the product, and returns the suite's question whether to sign out there too. */
const signOut = (client: Browser) => client.open(`${page}/sign-out?language=en`, postForm({}))

/** Answers the suite's question with yes. */
const confirm = async (client: Browser, { url, text }: Shown) => {
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? []
  return client.open(new URL(action, url), postForm({ xsrf, logout: 'yes' }))
}

const isSignedIn = async (client: Browser, appCode: AppCode = 'EDC') =>
  (await client.open(addressOf(sandbox, appCode))).text.includes('lina Li')

describe('a user who signs out at the product', () => {
  it('leaves the suite too, and returns', async () => {
    await signIn(browser)
    const question = await signOut(browser)
    expect(`${question.url.origin}${question.url.pathname}`).toBe(`${suite.issuer}/session/end`)
    expect(Object.fromEntries(question.url.searchParams)).toEqual({
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      post_logout_redirect_uri: page,
      client_id: 'u1',
      ui_locales: 'en',
    })
    // The session at the product has ended, whatever the user decides at the suite.
    expect(await isSignedIn(browser)).toBe(false)
    const shown = await confirm(browser, question)
    expect(shown.url.href).toBe(page)
    expect(shown.text).toContain('尚未登录本系统')
  })

  it('is signed out at the other products, and can sign in again there', async () => {
    await signIn(browser)
    await signIn(browser, 'r1', 'RTSM')
    await confirm(browser, await signOut(browser))
    const rtsm = addressOf(sandbox, 'RTSM')
    const shown = await browser.open(`${rtsm}?language=en`)
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('You were signed out in Atrium')
    expect((await browser.open(rtsm)).text).toContain('您在 Atrium 的登录已结束')
    expect((await browser.open(linkOf(shown, 'Sign in again'))).text).toContain('lina Li')
  })

  it('may be led to the suite by the page’s form', async () => {
    const policy = (await browser.send(page)).headers.get('content-security-policy')
    expect(policy).toContain(`form-action 'self' ${suite.url};`)
    expect((await browser.send(sandbox.address)).headers.get('content-security-policy')).toContain(
      "form-action 'self';",
    )
  })
})

describe('a back-channel logout', () => {
  const post = async (body: Record<string, string>, below = '') => {
    const response = await fetch(`${page}${below}/back-channel-logout`, postForm(body))
    const text = await response.text()
    expect(response.headers.get('cache-control')).toBe('no-store')
    return { status: response.status, error: text === '' ? undefined : JSON.parse(text) }
  }
  const accepted = { status: 200, error: undefined }
  const rejected = (description: string) => ({
    status: 400,
    error: { error: 'invalid_request', error_description: expect.stringContaining(description) },
  })
  const logOut = async (...token: Parameters<OpenidSuite['logoutToken']>) =>
    post({ logout_token: await suite.logoutToken(...token) })

  it('ends the sessions of one session at the suite', async () => {
    const other = createBrowser()
    await signIn(other)
    await signIn(browser)
    const [first, second] = suite.sids
    expect(first).not.toBe(second)
    expect(await logOut({ sid: first })).toEqual(accepted)
    expect([await isSignedIn(other), await isSignedIn(browser)]).toEqual([false, true])
  })

  it('ends all sessions of a user at one domain without sid', async () => {
    const [other, elsewhere, stranger] = [createBrowser(), createBrowser(), createBrowser()]
    for (const client of [browser, other]) await signIn(client)
    await signIn(elsewhere, 'u2')
    suite.next = { name: 'wang' }
    await stranger.open(`${page}/sign-in?client_id=u1`)
    expect(await logOut({ sid: undefined, sub: 'id of lina' })).toEqual(accepted)
    expect(await Promise.all([browser, other, elsewhere].map((client) => isSignedIn(client)))).toEqual([
      false,
      false,
      true,
    ])
    expect((await stranger.open(page)).text).toContain('wang Li')
  })

  it('keeps the session of another user or another domain', async () => {
    await signIn(browser)
    await callProduct(sandbox, '/atrium/init', { tenantId: 't2', tenantName: 'Other', tenantUrlId: 'u2' })
    expect(await logOut({ sub: 'id of wang' })).toEqual(accepted)
    expect(await logOut({ aud: 'u2' })).toEqual(accepted)
    expect(await logOut({ sid: 'unknown' })).toEqual(accepted)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('ends a session at a domain that is only one of several audiences', async () => {
    await signIn(browser)
    expect(await logOut({ aud: ['another', 'u1'] })).toEqual(accepted)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it.each<[string, Parameters<OpenidSuite['logoutToken']>, string]>([
    ['another issuer', [{ iss: 'http://127.0.0.1:1/oidc' }], '"iss"'],
    ['no issuer', [{ iss: undefined }], '"iss"'],
    ['an unknown domain', [{ aud: 'unknown' }], '"aud"'],
    ['another product’s domain', [{ aud: 'r1' }], '"aud"'],
    ['a nonce', [{ nonce: 'n' }], 'a claim is'],
    ['no event', [{ events: undefined }], 'a claim is'],
    ['another event', [{ events: { 'http://schemas.openid.net/event/other': {} } }], 'a claim is'],
    [
      'an event of another type',
      [{ events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } }],
      'a claim is',
    ],
    ['no jti', [{ jti: undefined }], 'a claim is'],
    ['neither sid nor sub', [{ sid: undefined }], 'sid and sub are missing'],
    ['no end', [{ exp: undefined }], '"exp"'],
    ['a past end', [{ exp: 1_700_000_000 }], '"exp"'],
    ['no time', [{ iat: undefined }], '"iat"'],
    ['an old time', [{ iat: 1_700_000_000 }], '"iat"'],
    ['a future time', [{ iat: 4_000_000_000, exp: 4_000_000_100 }], '"iat"'],
    ['no type', [{}, { typ: undefined }], '"typ"'],
    ['the type of an ID token', [{}, { typ: 'JWT' }], '"typ"'],
    ['an unknown key', [{}, { kid: 'unknown' }], 'no applicable key'],
  ])('is rejected with %s', async (_, token, description) => {
    await signIn(browser)
    expect(await logOut(...token)).toEqual(rejected(description))
    expect(await isSignedIn(browser)).toBe(true)
    expect(await logOut()).toEqual(accepted)
  })

  it('is rejected when it is repeated', async () => {
    await signIn(browser)
    const token = await suite.logoutToken()
    expect(await post({ logout_token: token })).toEqual(accepted)
    await signIn(browser)
    expect(await post({ logout_token: token })).toEqual(rejected('used before'))
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('is rejected with another signature, or none', async () => {
    await signIn(browser)
    const [, claims = ''] = (await suite.logoutToken()).split('.')
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const header = { kid: 'test', typ: 'logout+jwt' }
    const secret = new TextEncoder().encode(productKeys.EDC.padEnd(32))
    const tokens = [
      await new SignJWT(payload).setProtectedHeader({ ...header, alg: 'ES256' }).sign(privateKey),
      await new SignJWT(payload).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret),
      await new SignJWT(payload)
        .setProtectedHeader({ ...header, alg: 'ES256', jwk: await exportJWK(privateKey) })
        .sign(privateKey),
      new UnsecuredJWT(payload).encode(),
      'no token',
      '',
    ]
    for (const logout_token of tokens) expect(await post({ logout_token })).toEqual(rejected(''))
    expect(await post({})).toEqual(rejected(''))
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('ends no session of a user who came with a one-time code', async () => {
    const sessions = createSessions()
    const token = sessions.begin(handedOver(null))
    sessions.signOut({ clientIds: [scope.tenantUrlId], sid: undefined, userId: 'id of lina' })
    expect(sessions.find(token)).toBeDefined()
  })

  it('is rejected while the suite’s keys cannot be read', async () => {
    const down = await startOpenidSuite()
    const other = await startSandbox({ port: 0, productKeys, suiteUrl: down.url })
    const address = `${addressOf(other, 'EDC')}/back-channel-logout`
    const response = await fetch(address, postForm({ logout_token: await down.logoutToken() }))
    expect({ status: response.status, error: await response.json() }).toEqual(rejected('cannot be reached'))
    await other.close()
    await down.close()
  })

  it('fails on request', async () => {
    await signIn(browser)
    const logout_token = await suite.logoutToken()
    await expect(post({ logout_token }, '/down')).rejects.toThrow()
    expect(await post({ logout_token }, '/refusing')).toEqual(rejected('this product rejects every call'))
    expect(await isSignedIn(browser)).toBe(true)
    const slow = post({ logout_token }, '/slow').catch(() => 'given up')
    const brief = new Promise((done) => setTimeout(done, 200, 'still waiting'))
    expect(await Promise.race([slow, brief])).toBe('still waiting')
    // The work is done, but the response is late.
    expect(await isSignedIn(browser)).toBe(false)
  })
})
