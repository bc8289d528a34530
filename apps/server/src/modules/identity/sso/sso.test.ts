import { codes, parseProfile, ssoSignIn, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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
} from '../test-kit/index.ts'
import { singleSignOn } from './index.ts'

const { publicUrl } = parseProfile({})
let database: TestDatabase
let issuer: TestIssuer
/** One that wants the suite to prove itself. */
let strict: TestIssuer
let server: RunningServer

const serverFor = ({ url, clientId }: TestIssuer) =>
  startServer(database, parseProfile({ sso: { issuer: url, clientId } }))

beforeAll(async () => {
  database = await createTestDatabase()
  issuer = await startIssuer({ publicUrl, codeSeconds: 2 })
  strict = await startIssuer({ publicUrl, clientSecret: 'a secret of the suite' })
  server = await serverFor(issuer)
})

afterAll(async () => {
  await server.close()
  await issuer.close()
  await strict.close()
  await database.close()
})

const newSubject = () => `subject-${newPhone()}`
const vouched = (email: string): IssuerAccount => ({ sub: newSubject(), email, email_verified: true })

/** A browser that has been to the provider: what it came back with, and its cookie. */
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

const refused = { code: codes.badCode, data: null, message: '单点登录已失效，请重新登录' }

describe('starting single sign-on', () => {
  it('sends the browser on with state, nonce and PKCE, and leaves a cookie that no script can read', async () => {
    const { status, url, setCookie, cookie } = await startSso(server)
    expect(status).toBe(302)
    const query = new URL(url).searchParams
    expect(url.startsWith(issuer.url)).toBe(true)
    expect(Object.fromEntries(query)).toMatchObject({
      ...{ client_id: 'atrium', response_type: 'code', redirect_uri: `${publicUrl}/` },
      ...{ code_challenge_method: 'S256', scope: 'openid profile email' },
    })
    expect(setCookie).toMatch(/; Max-Age=600; Path=\/api\/sys; HttpOnly; SameSite=Lax$/)
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(cookie).not.toContain(query.get(secret))
  })

  it('is switched off where the profile names no issuer', async () => {
    const plain = await startServer(database)
    const response = await fetch(`${plain.api}/sys/sso/start`, { redirect: 'manual' })
    expect(await response.json()).toMatchObject({ code: codes.switchedOff })
    expect(await send(plain, ssoSignIn, { code: 'x' })).toMatchObject({ code: codes.switchedOff })
    await plain.close()
  })

  it('says so where the issuer is away, and works when it is back', async () => {
    const gone = await startIssuer({ publicUrl })
    const orphan = await serverFor(gone)
    await gone.close()
    const response = await fetch(`${orphan.api}/sys/sso/start`, { redirect: 'manual' })
    expect(await response.json()).toMatchObject({ code: codes.productFailed })
    await orphan.close()
  })
})

describe('signing in with what the issuer returned', () => {
  it('finds the user by the address that both sides have verified, then by subject for good', async () => {
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
    ['the user has not', { emailValid: 1 }, true],
  ])('knows nobody where %s', async (_, facts, verified) => {
    const { email } = await addReachable(database, facts)
    expect(await enter({ sub: newSubject(), email, email_verified: verified })).toMatchObject({
      ...{ code: codes.notFound, data: null, message: '用户信息不存在，请联系管理员开通账号' },
    })
  })

  it('does not let a locked user in', async () => {
    const { email } = await addReachable(database, { status: '1' })
    expect(await enter(vouched(email))).toMatchObject({ code: codes.forbidden })
  })

  it('lets somebody in whose password here has had its time', async () => {
    const { email } = await addReachable(database, {
      passwordMustChange: true,
      passwordChangedAt: new Date(0),
    })
    expect(await enter(vouched(email))).toMatchObject({ code: codes.ok })
  })

  it('refuses a code that was used', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    expect(await exchange(returned, cookie)).toMatchObject({ code: codes.ok })
    expect(await exchange(returned, cookie)).toMatchObject(refused)
  })

  it('refuses a code that another browser brings, or one without its cookie or with a changed one', async () => {
    const { email } = await addReachable(database)
    const victim = await visit(vouched(email))
    const { cookie: other } = await startSso(server)
    expect(await exchange(victim.returned, other)).toMatchObject(refused)
    expect(await exchange(victim.returned)).toMatchObject(refused)
    expect(await exchange(victim.returned, victim.cookie.slice(0, -3))).toMatchObject(refused)
    const { state, ...stateless } = victim.returned
    expect(state).toBeDefined()
    expect(await exchange(stateless, victim.cookie)).toMatchObject(refused)
  })

  it('refuses a code under the right state that was made for another browser', async () => {
    const { email } = await addReachable(database)
    const own = await visit(vouched(email))
    const foreign = await visit(vouched(email))
    const mixed = { ...foreign.returned, state: own.returned.state ?? '' }
    expect(await exchange(mixed, own.cookie)).toMatchObject(refused)
  })

  it('refuses a code that comes late, and an attempt that took too long', async () => {
    const { email } = await addReachable(database)
    const late = await visit(vouched(email))
    await new Promise((done) => setTimeout(done, 3000))
    expect(await exchange(late.returned, late.cookie)).toMatchObject(refused)
    const slow = await visit(vouched(email))
    const attempt = JSON.parse(secrets.decrypt('sso', decodeURIComponent(slow.cookie.split('=')[1] ?? '')))
    const aged = secrets.encrypt('sso', JSON.stringify({ ...attempt, until: Date.now() - 1 }))
    expect(await exchange(slow.returned, `atrium_sso=${aged}`)).toMatchObject(refused)
  })

  it('refuses an answer of another issuer and made-up codes', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    expect(await exchange({ ...returned, iss: 'https://evil.example' }, cookie)).toMatchObject(refused)
    const again = await visit(vouched(email))
    expect(await exchange({ ...again.returned, code: 'made-up' }, again.cookie)).toMatchObject(refused)
  })

  it('takes the cookie back', async () => {
    const { email } = await addReachable(database)
    const { returned, cookie } = await visit(vouched(email))
    const response = await fetch(`${server.api}/sys/ssoLogin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(returned),
    })
    expect(response.headers.getSetCookie()[0]).toMatch(/^atrium_sso=; Max-Age=0; Path=\/api\/sys; HttpOnly/)
  })

  it('works as a client with a secret', async () => {
    const profile = parseProfile({ sso: { issuer: strict.url, clientId: strict.clientId } })
    const sso = singleSignOn(profile, 'a secret of the suite')
    if (!sso) throw new Error('switched off')
    const { url, ...attempt } = await sso.begin()
    const { code = '', state = '', iss = '' } = await strict.signIn(url, vouched('li@hospital.example'))
    expect(await sso.finish(attempt, { code, state, iss })).toMatchObject({
      ...{ issuer: strict.url, verifiedEmail: 'li@hospital.example' },
    })
    const wrong = singleSignOn(profile, 'another secret')
    const second = await wrong?.begin()
    const back = await strict.signIn(second?.url ?? '', vouched('li@hospital.example'))
    if (!second) throw new Error('switched off')
    await expect(wrong?.finish(second, { code: '', state: '', iss: '', ...back })).rejects.toThrow(
      /challenge/,
    )
  })
})
