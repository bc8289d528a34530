import { codes, parseProfile, ssoSignIn, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import {
  addReachable,
  type IssuerAccount,
  newPhone,
  type RunningServer,
  secrets,
  send,
  startIssuer,
  startServer,
  startSso,
  type TestIssuer,
} from '../sign-in/test-kit/index.ts'
import { singleSignOn } from './provider.ts'

const { publicUrl } = parseProfile({})
let database: TestDatabase
let issuer: TestIssuer
/** A provider that requires a client secret. */
let strict: TestIssuer
let server: RunningServer

const serverFor = ({ url, clientId }: TestIssuer) =>
  startServer(database, parseProfile({ sso: { issuer: url, clientId } }))

beforeAll(async () => {
  database = await createTestDatabase()
  issuer = await startIssuer({ publicUrl, codeSeconds: 2 })
  strict = await startIssuer({ publicUrl, clientSecret: 'a secret of the suite' })
  await Promise.all([issuer.warmUp(), strict.warmUp()])
  server = await serverFor(issuer)
})

afterAll(async () => {
  await server.close()
  await issuer.close()
  await strict.close()
  await database.close()
})

/** Empty parameters of a return from the provider. */
const nothing = { code: '', error: '', state: '', iss: '' }
const newSubject = () => `subject-${newPhone()}`
const vouched = (email: string): IssuerAccount => ({ sub: newSubject(), email, email_verified: true })

/** Signs in at the provider. Returns the redirect's parameters and the browser's cookie. */
const visit = async (account: IssuerAccount) => {
  const { url, cookie } = await startSso(server)
  return { returned: await issuer.signIn(url, account), cookie }
}

const exchange = (returned: Record<string, string>, cookie?: string) =>
  send(server, ssoSignIn, { code: '', ...returned }, { cookie })

const enter = async (account: IssuerAccount) => {
  const { returned, cookie } = await visit(account)
  return exchange(returned, cookie)
}

const away = 'temporarily_unavailable'
const unavailable = { code: codes.productFailed, message: '统一身份认证服务暂不可用，请稍后再试' }
/** Returns the reasons of failed sign-ins from the server's log. */
const reasons = ({ log }: RunningServer): string[] =>
  log()
    .split('\n')
    .filter((line) => line.includes('single sign-on failed'))
    .map((line) => (JSON.parse(line) as { reason: string }).reason)

const rejected = { code: codes.badCode, data: null, message: '本次统一身份认证登录已失效，请重新登录' }

describe('starting single sign-on', () => {
  it('redirects with state, nonce and PKCE, and sets a cookie that no script can read', async () => {
    const { status, url, setCookie, cookie } = await startSso(server)
    expect(status).toBe(302)
    const query = new URL(url).searchParams
    expect(url.startsWith(issuer.url)).toBe(true)
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'atrium',
      response_type: 'code',
      redirect_uri: `${publicUrl}/`,
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    })
    expect(setCookie).toMatch(/; Max-Age=600; Path=\/api\/sys; HttpOnly; SameSite=Lax$/)
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(cookie).not.toContain(query.get(secret))
  })

  it('is switched off if the profile names no issuer', async () => {
    const plain = await startServer(database)
    const response = await fetch(`${plain.api}/sys/sso/start`, { redirect: 'manual' })
    expect(await response.json()).toMatchObject({ code: codes.switchedOff })
    expect(await send(plain, ssoSignIn, { code: 'x' })).toMatchObject({ code: codes.switchedOff })
    await plain.close()
  })

  it('redirects to an error page while the issuer is down, and recovers afterwards', async () => {
    const gone = await startIssuer({ publicUrl })
    const orphan = await serverFor(gone)
    await gone.close()
    const { status, url, setCookie } = await startSso(orphan)
    expect({ status, url, setCookie }).toEqual({
      status: 302,
      url: `${publicUrl}/?error=${away}`,
      setCookie: '',
    })
    expect(reasons(orphan)).toEqual(['ECONNREFUSED'])
    expect(await send(orphan, ssoSignIn, { error: away })).toMatchObject(unavailable)
    const back = await startIssuer({ publicUrl, port: Number(new URL(gone.url).port) })
    expect((await startSso(orphan)).url.startsWith(back.url)).toBe(true)
    await back.close()
    await orphan.close()
  })

  it('detects that a known issuer is down, with one request for all users within seconds', async () => {
    const known = await startIssuer({ publicUrl })
    const own = await serverFor(known)
    let clock = performance.now()
    const stopped = jest.spyOn(performance, 'now').mockImplementation(() => clock)
    try {
      expect((await startSso(own)).url.startsWith(known.url)).toBe(true)
      await startSso(own)
      expect(known.asked()).toBe(1)
      await known.close()
      clock += 60_000
      expect(await startSso(own)).toMatchObject({ url: `${publicUrl}/?error=${away}`, setCookie: '' })
      expect(reasons(own)).toEqual(['ECONNREFUSED'])
      const back = await startIssuer({ publicUrl, port: Number(new URL(known.url).port) })
      const all = await Promise.all([startSso(own), startSso(own), startSso(own)])
      expect(all.every(({ url }) => url.startsWith(back.url))).toBe(true)
      expect(back.asked()).toBe(1)
      await back.close()
    } finally {
      stopped.mockRestore()
    }
    await own.close()
  })
})

describe('signing in with the issuer’s response', () => {
  it('finds the user by the e-mail address that both sides verified, and by subject from then on', async () => {
    const { id, userName, email } = await addReachable(database)
    const account = vouched(email.toUpperCase())
    const { code, data } = await enter(account)
    expect({ code, data }).toMatchObject({ code: codes.ok, data: { isOverdue: false, nearExpiredDay: 0 } })
    expect(await send(server, userInfo, {}, { token: data?.token })).toMatchObject({ data: { userName } })
    await database.owner
      .updateTable('appUser')
      .set({ email: '', emailKey: null })
      .where('id', '=', id)
      .execute()
    expect(await enter({ sub: account.sub })).toMatchObject({ code: codes.ok })
  })

  it.each([
    ['the issuer has not verified the address', { emailValid: 0 }, false],
    ['the user has not verified it', { emailValid: 1 }, true],
  ])('finds no user if %s', async (_, facts, verified) => {
    const { email } = await addReachable(database, facts)
    expect(await enter({ sub: newSubject(), email, email_verified: verified })).toMatchObject({
      code: codes.notFound,
      data: null,
      message: '用户信息不存在，请联系管理员开通账号',
    })
  })

  it('rejects a locked user', async () => {
    const { email } = await addReachable(database, { status: '1' })
    expect(await enter(vouched(email))).toMatchObject({ code: codes.forbidden })
  })

  it('lets in a user whose local password has expired', async () => {
    const { email } = await addReachable(database, {
      passwordMustChange: true,
      passwordChangedAt: new Date(0),
    })
    expect(await enter(vouched(email))).toMatchObject({ code: codes.ok })
  })

  it('rejects a used code', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    expect(await exchange(returned, cookie)).toMatchObject({ code: codes.ok })
    expect(await exchange(returned, cookie)).toMatchObject(rejected)
  })

  it('rejects a code with another browser’s cookie, a changed one, none, or without state', async () => {
    const { email } = await addReachable(database)
    const victim = await visit(vouched(email))
    const { cookie: other } = await startSso(server)
    expect(await exchange(victim.returned, other)).toMatchObject(rejected)
    expect(await exchange(victim.returned)).toMatchObject(rejected)
    expect(await exchange(victim.returned, victim.cookie.slice(0, -3))).toMatchObject(rejected)
    const { state, ...stateless } = victim.returned
    expect(state).toBeDefined()
    expect(await exchange(stateless, victim.cookie)).toMatchObject(rejected)
  })

  it('rejects another browser’s code even with the right state', async () => {
    const { email } = await addReachable(database)
    const own = await visit(vouched(email))
    const foreign = await visit(vouched(email))
    const mixed = { ...foreign.returned, state: own.returned.state ?? '' }
    expect(await exchange(mixed, own.cookie)).toMatchObject(rejected)
  })

  it('rejects an expired code and an attempt that took too long', async () => {
    const { email } = await addReachable(database)
    const late = await visit(vouched(email))
    await new Promise((done) => setTimeout(done, 3000))
    expect(await exchange(late.returned, late.cookie)).toMatchObject(rejected)
    const slow = await visit(vouched(email))
    const attempt = JSON.parse(secrets.decrypt('sso', decodeURIComponent(slow.cookie.split('=')[1] ?? '')))
    const aged = secrets.encrypt('sso', JSON.stringify({ ...attempt, until: Date.now() - 1 }))
    expect(await exchange(slow.returned, `atrium_sso=${aged}`)).toMatchObject(rejected)
  })

  it('rejects a response from another issuer and made-up codes', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    expect(await exchange({ ...returned, iss: 'https://evil.example' }, cookie)).toMatchObject(rejected)
    const again = await visit(vouched(email))
    expect(await exchange({ ...again.returned, code: 'made-up' }, again.cookie)).toMatchObject(rejected)
  })

  it('deletes the cookie', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    const response = await fetch(`${server.api}/sys/ssoLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(returned),
    })
    expect(response.headers.getSetCookie()[0]).toMatch(/^atrium_sso=; Max-Age=0; Path=\/api\/sys; HttpOnly/)
  })

  it('reports that the user cancelled at the provider', async () => {
    const { url, cookie } = await startSso(server)
    const state = new URL(url).searchParams.get('state') ?? ''
    expect(await exchange({ error: 'access_denied', state }, cookie)).toMatchObject({
      code: codes.badCode,
      message: '您已取消统一身份认证登录，可重新登录或使用其他方式登录',
    })
    expect(await exchange({ error: 'invalid_scope', state }, cookie)).toMatchObject(rejected)
    expect(await exchange({})).toMatchObject({ code: codes.invalid, errors: [{ field: 'code' }] })
  })

  it('logs the reason of a failure, but none of the input', async () => {
    const own = await serverFor(issuer)
    const redeemCode = (returned: Record<string, string>, cookie?: string) =>
      send(own, ssoSignIn, { ...nothing, ...returned }, { cookie })
    const { email } = await addReachable(database)
    const used = await visit(vouched(email))
    await redeemCode(used.returned, used.cookie)
    await redeemCode(used.returned, used.cookie)
    const stranger = await visit(vouched(`${newPhone()}@hospital.example`))
    await redeemCode(stranger.returned, stranger.cookie)
    const mixed = await visit(vouched(email))
    await redeemCode({ ...mixed.returned, state: 'another' }, mixed.cookie)
    await redeemCode(mixed.returned)
    await redeemCode({ error: 'access_denied' })
    await redeemCode({ error: 'A secret, put into an address' })
    expect(reasons(own)).toEqual([
      'invalid_grant',
      'unknown_user',
      'OAUTH_INVALID_RESPONSE',
      'no_attempt',
      'access_denied',
      'unknown_error',
    ])
    for (const { returned } of [used, stranger, mixed])
      for (const secret of [returned.code, returned.state]) expect(own.log()).not.toContain(secret)
    expect(own.log()).not.toContain('A secret')
    await own.close()
  })

  it('works with a client secret', async () => {
    const profile = parseProfile({ sso: { issuer: strict.url, clientId: strict.clientId } })
    const sso = singleSignOn(profile, 'a secret of the suite')
    if (!sso) throw new Error('switched off')
    const { url, ...attempt } = await sso.begin()
    const returned = await strict.signIn(url, vouched('li@hospital.example'))
    expect(await sso.finish(attempt, { ...nothing, ...returned })).toMatchObject({
      issuer: strict.url,
      verifiedEmail: 'li@hospital.example',
    })
    const wrong = singleSignOn(profile, 'another secret')
    const second = await wrong?.begin()
    const back = await strict.signIn(second?.url ?? '', vouched('li@hospital.example'))
    if (!second) throw new Error('switched off')
    await expect(wrong?.finish(second, { ...nothing, ...back })).rejects.toThrow(/challenge/)
  })
})
