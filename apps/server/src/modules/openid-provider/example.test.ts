import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type Call,
  codes,
  domainSave,
  endUserSessions,
  type InputOf,
  licenceSave,
  openSoftware,
  parseProfile,
  signInStyles,
  softwareSave,
  userCenterInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import { documentExample } from '../../../test-support/document-example.ts'
import { freePort } from '../../../test-support/free-port.ts'
import { processEnvironment } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { send, signInAs } from '../identity/sign-in/test-kit/index.ts'
import { until } from '../messages/test-kit/index.ts'
import { addWorker } from '../products/portal/test-kit/index.ts'
import { startSignOuts } from './sign-outs/index.ts'
import { type Browser, createBrowser } from './test-kit/index.ts'

/*
 * Runs the example of docs/integrators.md for products that sign in by OpenID Connect, with the command of that page.
 */

jest.setTimeout(120_000)

const root = resolve(import.meta.dirname, '../../../../..')
const fullName = '程<知>远'

let suite: Suite
let publicUrl: string
let page: string
let worker: Awaited<ReturnType<typeof addWorker>>
let userName: string
let softwareId: string
let clientId: string
let signOuts: Awaited<ReturnType<typeof startSignOuts>>
let example: ChildProcess
/** Browser of the worker, signed in to the suite. */
let browser: Browser

const readDocument = () => readFile(resolve(root, 'docs/integrators.md'), 'utf8')

/** Returns the variables and the file of the documented command. */
async function documentedCommand() {
  const document = await readDocument()
  const [, variables = '', file = ''] = /^ *((?:[A-Z_]+=\S+ )+)node (examples\/\S+)$/m.exec(document) ?? []
  return { names: [...variables.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name), file }
}

/** Adds the product, its licence and its domain, as the documented steps do. */
async function addProduct() {
  const CLIENT_SECRET = randomBytes(32).toString('base64url')
  const codesOfProduct = { webCode: 'example', appCode: 'example', appKey: CLIENT_SECRET }
  const product = { softwareName: '示例软件', ...codesOfProduct, validityTime: 30, sort: 1 }
  const act = async <C extends Call>(call: C, input: InputOf<C>) => {
    const { code, data } = await send(suite.server, call, input, { token: suite.admin.token })
    expect(code).toBe(codes.ok)
    return String(data)
  }
  softwareId = await act(softwareSave, { ...product, signInStyle: signInStyles.openId })
  const { tenantId } = worker
  await act(licenceSave, { tenantId, softwareId })
  const CLIENT_ID = await act(domainSave, {
    ...{ tenantId, softwareId, urlName: '示例' },
    ...{ url: `${page}/sign-in`, mobileUrl: `${page}/sign-in` },
    ...{ redirectUrls: [`${page}/callback`], signedOutUrls: [`${page}/`] },
    logoutUrl: `${page}/back-channel-logout`,
  })
  return { CLIENT_ID, CLIENT_SECRET }
}

const isServed = async () => (await fetch(page).catch(() => undefined))?.ok === true

beforeAll(async () => {
  const port = await freePort()
  publicUrl = `http://127.0.0.1:${port}`
  suite = await startSuite({ publicUrl }, port)
  const { database } = suite
  worker = await addWorker(database)
  const named = database.owner.updateTable('appUser').set({ fullName }).where('id', '=', worker.userId)
  userName = (await named.returning('userName').executeTakeFirstOrThrow()).userName
  const PORT = String(await freePort())
  page = `http://127.0.0.1:${PORT}`
  const client = await addProduct()
  signOuts = await startSignOuts({
    services: testServices(database, parseProfile({ publicUrl })),
    queue: database.queue,
  })
  clientId = client.CLIENT_ID
  const settings = { ...client, ISSUER: `${publicUrl}/oidc`, PORT, PUBLIC_URL: page }
  const { names, file } = await documentedCommand()
  expect(names.toSorted()).toEqual(Object.keys(settings).toSorted())
  const env = { ...processEnvironment, ...settings }
  example = spawn(process.execPath, [resolve(root, file)], { env, stdio: 'inherit' })
  await until(isServed)
})

afterAll(async () => {
  const ended = once(example, 'exit')
  example.kill()
  await ended
  await signOuts.stop(AbortSignal.abort())
  await suite.close()
})

beforeEach(async () => {
  browser = createBrowser(suite.server, await signInAs(suite.server, userName), { publicUrl })
})

/** Makes a request to the product. Returns the cookies that it sets. */
async function visit(url: string | URL, { cookie = '', method = 'GET' } = {}) {
  const response = await fetch(new URL(url, page), { method, redirect: 'manual', headers: { cookie } })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const location = response.headers.get('location') ?? ''
  return { status: response.status, text: await response.text(), location, cookie: cookies.join('; ') }
}

/** Begins to sign in. Returns the address to which the suite sends the browser back, and the product's cookie. */
async function begin() {
  const { location, cookie } = await visit('/sign-in')
  const { url } = await browser.open(location)
  return { url, cookie }
}

/** Signs the worker in. Returns the cookie of the product's session. */
async function signIn(): Promise<string> {
  const { url, cookie } = await begin()
  const arrived = await visit(url, { cookie })
  expect([arrived.status, arrived.location]).toEqual([303, '/'])
  return arrived.cookie
}

const shown = async (cookie: string) => (await visit('/', { cookie })).text

const notify = (token?: string) =>
  fetch(`${page}/back-channel-logout`, {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { logout_token: token }),
  })

it('is shown in the document as it is, in at most 60 lines, with its addresses', async () => {
  const code = await readFile(resolve(root, (await documentedCommand()).file), 'utf8')
  expect(await documentExample('sign-in.mjs')).toBe(code)
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  const document = await readDocument()
  for (const path of ['/sign-in', '/callback', '/', '/back-channel-logout'])
    expect(document).toContain(`| \`http://127.0.0.1:8097${path}\` |`)
})

it('shows who is signed in, and nobody in another browser', async () => {
  const cookie = await signIn()
  expect(await shown(cookie)).toContain('程&#60;知&#62;远')
  expect(await shown('')).toContain('<a href="/sign-in">')
})

it('is opened from the suite', async () => {
  const { tenantId } = worker
  const input = { tenantId, softwareId, studyUrlId: '' }
  const { data } = await send(suite.server, openSoftware, input, { token: browser.token })
  const { url } = await browser.open((await visit(data?.url ?? '')).location)
  expect(`${url.origin}${url.pathname}`).toBe(`${page}/callback`)
})

it('finishes a sign-in only in the browser that began it', async () => {
  const { url, cookie } = await begin()
  const other = await visit('/sign-in')
  for (const foreign of ['', other.cookie])
    expect(await visit(url, { cookie: foreign })).toMatchObject({ status: 400, cookie: '' })
  expect(await visit(url, { cookie: `${other.cookie}; ${cookie}` })).toMatchObject({ status: 303 })
})

it('ends its session when an administrator ends that of the suite', async () => {
  const [cookie, other] = [await signIn(), await signIn()]
  expect(await shown(cookie)).toContain('Sign out')
  const { userId } = worker
  await send(suite.server, endUserSessions, { userId, all: true, id: '' }, { token: suite.admin.token })
  await until(async () => (await shown(cookie)).includes('/sign-in'))
  await until(async () => (await shown(other)).includes('/sign-in'))
})

/** Returns a token with a header and claims, signed with a key that is not the suite's; unsigned without one. */
function forge(header: object, claims: object, key?: Parameters<typeof sign>[2]): string {
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${content}.${key ? sign('sha256', Buffer.from(content), key).toString('base64url') : ''}`
}

it('rejects logout tokens that the suite has not signed', async () => {
  const cookie = await signIn()
  const { sid } = await suite.database.owner
    .selectFrom('productSignIn')
    .select('sid')
    .where('userId', '=', worker.userId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: `${publicUrl}/oidc`, aud: clientId, sub: worker.userId, sid, jti: randomUUID() },
    ...{ iat: now, exp: now + 120, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
  }
  const jwks = await fetch(`${publicUrl}/oidc/jwks`)
  const { keys } = (await jwks.json()) as { keys: { kid: string; alg: string }[] }
  const kid = keys.find(({ alg }) => alg === 'ES256')?.kid
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const typ = 'logout+jwt'
  const forged = forge({ alg: 'ES256', typ, kid }, claims, { key, dsaEncoding: 'ieee-p1363' })
  const idToken = new URL(
    (await visit('/sign-out', { cookie: await signIn(), method: 'POST' })).location,
  ).searchParams.get('id_token_hint')
  for (const token of [forged, forge({ alg: 'none', typ }, claims), idToken ?? '', 'x', '', undefined])
    expect((await notify(token)).status).toBe(400)
  expect(await shown(cookie)).toContain('Sign out')
})

it('signs out of the suite too, which leads back to it', async () => {
  const cookie = await signIn()
  const { location, cookie: removed } = await visit('/sign-out', { cookie, method: 'POST' })
  expect(removed).toBe('session=')
  expect(await shown(cookie)).toContain('/sign-in')
  const { response, url: end } = await browser.open(location)
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec((await response?.text()) ?? '') ?? []
  const { url } = await browser.open(`${end.origin}${end.pathname}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  })
  expect(url.href).toBe(`${page}/`)
  const { token } = browser
  expect(await send(suite.server, userCenterInfo, {}, { token })).toMatchObject({ code: codes.noSession })
})
