import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../../index.ts'
import { addressOf, callProduct, handedOver, productKeys, scope } from '../test-kit.ts'
import {
  type Browser,
  createBrowser,
  linkOf,
  type OpenidSuite,
  postForm,
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

const signInAt = (clientId = 'u1', study = '') =>
  `${page}/sign-in?client_id=${clientId}&study=${study}&language=en`

/** Address of the link on the suite's landing page. */
const landing = (parameters: Record<string, string> = {}) =>
  `${page}?${new URLSearchParams({ iss: suite.issuer, client_id: 'u1', language: 'en', ...parameters })}`

describe('a sign-in with OpenID Connect', () => {
  it('is offered for each initialised domain, and opens the product', async () => {
    const before = await browser.open(`${page}?language=en`)
    expect(before.text).not.toContain('Sign in with Atrium')
    await callProduct(sandbox, '/atrium/init', { tenantId: 't1', tenantName: 'Luming', tenantUrlId: 'u1' })
    expect((await browser.open(page)).text).toContain('用 Atrium 登录（Luming）')
    const welcome = await browser.open(`${page}?language=en`)
    const shown = await browser.open(linkOf(welcome, 'Sign in with Atrium .Luming.'))
    expect([shown.url.href, shown.status]).toEqual([page, 200])
    for (const words of [
      'lina Li',
      'lina@hospital.example',
      scope.tenantName,
      scope.study.code,
      'Signed out after 30 minutes',
      'Signed in through Atrium (OpenID Connect)',
    ])
      expect(shown.text).toContain(words)
    expect(browser.cookies().filter((name) => name.startsWith('atrium-sandbox'))).toEqual([
      'atrium-sandbox-edc',
    ])
  })

  it('starts at the suite and opens the study of its link', async () => {
    const shown = await browser.open(landing({ study: scope.studyUrlId }))
    expect(shown.url.href).toBe(page)
    expect(shown.text).toContain('Current study')
    expect((await createBrowser().open(landing())).text).not.toContain('Current study')
  })

  it('requests a code with PKCE in the language of the browser, and keeps its state in a cookie', async () => {
    const response = await browser.send(landing())
    const url = new URL(response.headers.get('location') ?? '')
    expect(`${url.origin}${url.pathname}`).toBe(`${suite.issuer}/auth`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'u1',
      redirect_uri: `${page}/callback`,
      response_type: 'code',
      scope: 'openid profile email phone studies',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
      ui_locales: 'en',
    })
    const state = url.searchParams.get('state')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^atrium-sandbox-edc-state-${state}=[\\w-]+; Path=/products/edc; HttpOnly; SameSite=Lax; Max-Age=600$`,
        ),
      ),
    ])
    expect(
      (await browser.openUntil(`${signInAt()}&language=zh`, '/auth')).searchParams.get('ui_locales'),
    ).toBe('zh-CN')
  })

  it('succeeds in two tabs at once', async () => {
    const [first, second] = [
      await browser.openUntil(signInAt(), '?'),
      await browser.openUntil(signInAt(), '?'),
    ]
    for (const tab of [second, first]) expect((await browser.open(tab)).text).toContain('lina Li')
  })

  it('keeps at most eight states in a browser', async () => {
    for (let count = 0; count < 12; count += 1) await browser.send(landing())
    expect(browser.cookies()).toHaveLength(8)
  })

  it('asks which of two users continues', async () => {
    await browser.open(landing())
    browser.forgetSuite()
    suite.next = { name: 'wang' }
    const { url, text } = await browser.open(landing())
    expect(url.pathname).toBe('/products/edc/arrival')
    expect(text).toContain('lina Li (lina) is signed in here, and this link belongs to wang Li (wang).')
    expect((await browser.open(`${page}/arrival/change`, postForm({}))).text).toContain('wang Li')
  })

  it('leads to the product’s page if it names no domain', async () => {
    expect((await browser.open(landing({ client_id: '' }))).url.href).toBe(page)
  })
})

describe('a sign-in with OpenID Connect is rejected', () => {
  const expectNobody = async (client = browser) =>
    expect((await client.open(`${page}?language=en`)).text).toContain('Nobody is signed in here')

  it('if another issuer started it, without contacting that issuer', async () => {
    const foreign = await startOpenidSuite()
    for (const iss of [`${foreign.url}/oidc`, `${suite.issuer}/`, '']) {
      const response = await browser.send(landing({ iss }))
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      const text = await response.text()
      expect(text).toContain('this link does not come from the Atrium that this system is connected to')
      expect(text).toContain('Back to Atrium')
    }
    expect(foreign.paths).toEqual([])
    await foreign.close()
  })

  it('if the response names another issuer', async () => {
    const callback = await browser.openUntil(landing(), '/callback')
    expect(callback.searchParams.get('iss')).toBe(suite.issuer)
    callback.searchParams.set('iss', 'http://127.0.0.1:1/oidc')
    const shown = await browser.open(callback)
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('The sign-in through Atrium failed')
    expect(shown.text).toContain('Sign in again')
    await expectNobody()
  })

  it('if its state belongs to another browser', async () => {
    const callback = await browser.openUntil(landing(), '/callback')
    const other = createBrowser()
    const shown = await other.open(callback)
    expect(shown.status).toBe(400)
    expect(shown.text).toContain('此次登录已完成或已失效')
    await expectNobody(other)
    expect((await browser.open(callback)).text).toContain('lina Li')
  })

  it('if it is complete already, while the user stays signed in', async () => {
    const callback = await browser.openUntil(landing(), '/callback')
    await browser.open(callback)
    const again = await browser.open(callback)
    expect(again.status).toBe(400)
    expect(again.text).toContain('Continue as lina Li')
    for (const state of ['', 'x'.repeat(43), '.*', '%'])
      expect((await browser.open(`${page}/callback?state=${encodeURIComponent(state)}`)).status).toBe(400)
  })

  it.each([
    ['access_denied', 403, 'Atrium did not allow this sign-in'],
    ['temporarily_unavailable', 502, 'Atrium cannot be reached'],
    ['invalid_scope', 403, 'The sign-in through Atrium failed'],
  ])('if the suite returns %s', async (error, status, text) => {
    suite.next = { error }
    const shown = await browser.open(landing({ study: 'su1' }))
    expect([shown.url.pathname, shown.status]).toEqual(['/products/edc/callback', status])
    expect(shown.text).toContain(text)
    await expectNobody()
    suite.next = { name: 'lina' }
    expect((await browser.open(linkOf(shown, 'Sign in again'))).text).toContain('Current study')
  })

  it('if the suite sends a user of another product, or not all claims', async () => {
    for (const claims of [{ product: 'RTSM' }, { studies: undefined }, { tenant_id: undefined }]) {
      browser.forgetSuite()
      suite.next = { name: 'lina', claims }
      expect(await browser.open(landing())).toMatchObject({ status: 403 })
    }
    await expectNobody()
  })

  it('if the ID token has another signature, or none', async () => {
    const [none] = [{ alg: 'none' }].map((header) =>
      Buffer.from(JSON.stringify(header)).toString('base64url'),
    )
    for (const forge of [
      (idToken: string) => `${idToken.slice(0, -10)}${'A'.repeat(10)}`,
      (idToken: string) => `${none}.${idToken.split('.')[1]}.`,
    ]) {
      suite.forgeIdToken(forge)
      expect(await browser.open(landing())).toMatchObject({ status: 403 })
    }
    await expectNobody()
  })

  it('if Atrium has withdrawn the user’s access meanwhile', async () => {
    const { user } = handedOver(null)
    const users = [{ user, accessVersion: 2, mayOpen: false, studies: [] }]
    const { tenantId, tenantName, tenantUrlId } = scope
    await callProduct(sandbox, '/atrium/access', { tenantId, tenantName, tenantUrlId, users })
    const shown = await browser.open(landing())
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('Your access to this system has ended')
  })

  it('while the suite is down, and succeeds when it is back', async () => {
    const late = await startOpenidSuite()
    const other = await startSandbox({ port: 0, productKeys, suiteUrl: late.url })
    const start = `${addressOf(other, 'EDC')}/sign-in?client_id=u1&language=en`
    const shown = await browser.open(start)
    expect(shown.status).toBe(502)
    expect(shown.text).toContain('Atrium cannot be reached at the moment')
    expect(shown.text).toContain('Sign in again')
    await late.start(other)
    const callback = await browser.openUntil(start, '/callback')
    await late.close()
    expect((await browser.open(callback)).status).toBe(502)
    await other.close()
  })

  it('if the product has no suite', async () => {
    const alone = await startSandbox({ port: 0, productKeys })
    const address = addressOf(alone, 'EDC')
    await callProduct(alone, '/atrium/init', { tenantId: 't1', tenantName: 'Luming', tenantUrlId: 'u1' })
    expect((await browser.open(address)).text).not.toContain('sign-in')
    expect((await browser.open(`${address}?iss=${suite.issuer}&client_id=u1`)).status).toBe(400)
    await alone.close()
  })
})
