import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type Sandbox, startSandbox } from '../../index.ts'
import { addressOf, productKeys } from '../test-kit.ts'
import {
  type Browser,
  createBrowser,
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

const signIn = async (client: Browser) => {
  const shown = await client.open(`${page}/sign-in?client_id=u1&language=en`)
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

const isSignedIn = async (client: Browser) => (await client.open(page)).text.includes('lina Li')

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

  it('may be led to the suite by the page’s form', async () => {
    const policy = (await browser.send(page)).headers.get('content-security-policy')
    expect(policy).toContain(`form-action 'self' ${suite.url};`)
    expect((await browser.send(sandbox.address)).headers.get('content-security-policy')).toContain(
      "form-action 'self';",
    )
  })
})
