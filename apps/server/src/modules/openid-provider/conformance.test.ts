import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import * as oidc from 'openid-client'
import { linkedProduct, type Suite, startSuite, type TestProduct } from '../../app/test-kit/index.ts'
import { signInAs } from '../identity/sign-in/test-kit/index.ts'
import { addAuthorizedStudy, addWorker } from '../products/portal/test-kit/index.ts'
import { addParty, atServer, createBrowser, type RelyingParty } from './test-kit/index.ts'

/*
 * Titles in brackets are modules of the OpenID Foundation's conformance suite (profiles basic, config, RP-initiated
 * logout), which these tests follow.
 */

const publicUrl = 'http://localhost:8080'
const issuer = `${publicUrl}/oidc`

let suite: Suite
let edc: TestProduct
let worker: Awaited<ReturnType<typeof addWorker>>
let party: RelyingParty

beforeAll(async () => {
  suite = await startSuite()
  edc = await linkedProduct(suite.database, 'EDC')
  worker = await addWorker(suite.database)
  party = await addParty(suite, edc, worker.tenantUrlId)
})
afterAll(() => suite.close())

const browserOf = (token: string | undefined = worker.token) => createBrowser(suite.server, token)

async function returnOf(parameters: Record<string, string> = {}, browser = browserOf()) {
  const { url, checks } = await party.begin(parameters)
  const opened = await browser.open(url)
  return { ...opened, checks }
}

const getJson = async (url: string) => {
  const response = await fetch(atServer(suite.server, url))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const token = (fields: Record<string, string>, secret = edc.key) =>
  fetch(atServer(suite.server, `${issuer}/token`), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${worker.tenantUrlId}:${encodeURIComponent(secret)}`)}` },
    body: new URLSearchParams(fields),
  })

describe('discovery (oidcc-discovery-endpoint-verification)', () => {
  it('is at both well-known places, with addresses of the public URL', async () => {
    const { body } = await getJson(`${issuer}/.well-known/openid-configuration`)
    expect(body).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      pushed_authorization_request_endpoint: `${issuer}/request`,
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256', 'RS256']),
    })
    expect(body).not.toHaveProperty('registration_endpoint')
    const oauth = await getJson(`${publicUrl}/.well-known/oauth-authorization-server/oidc`)
    expect(oauth.body).toEqual(body)
  })

  it('publishes public keys only', async () => {
    const { body } = await getJson(`${issuer}/jwks`)
    expect(
      (body.keys as object[]).map((key) =>
        Object.keys(key).filter((name) => /^(d|p|q|dp|dq|qi)$/.test(name)),
      ),
    ).toEqual([[], []])
  })

  it('does not follow the host of a request', async () => {
    const response = await fetch(atServer(suite.server, `${issuer}/.well-known/openid-configuration`), {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    expect(await response.text()).not.toContain('evil.example')
  })
})

describe('the authorization endpoint', () => {
  it('requires a redirect address of the domain (oidcc-ensure-registered-redirect-uri)', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      'https://edc.example/callback/x',
      'https://edc.example/callback?a=1',
    ]) {
      const { url, response } = await returnOf({ redirect_uri })
      expect(url.origin).toBe(publicUrl)
      expect(response?.status).toBe(400)
      expect(await response?.text()).toContain('invalid_redirect_uri')
    }
  })

  it('requires PKCE with S256', async () => {
    const url = oidc.buildAuthorizationUrl(party.config, {
      redirect_uri: 'https://edc.example/callback',
      scope: 'openid',
    })
    expect((await browserOf().open(url)).url.searchParams.get('error')).toBe('invalid_request')
    const plain = await returnOf({ code_challenge_method: 'plain' })
    expect(plain.url.searchParams.get('error')).toBe('invalid_request')
  })

  it('names itself in the response (RFC 9207)', async () => {
    expect((await returnOf()).url.searchParams.get('iss')).toBe(issuer)
  })

  it('supports no other response type (oidcc-response-type-missing)', async () => {
    const { url } = await returnOf({ response_type: 'token' })
    expect(new URLSearchParams(url.hash.slice(1) || url.search).get('error')).toBe(
      'unsupported_response_type',
    )
  })

  it('returns login_required to a silent request without a session (oidcc-prompt-none-not-logged-in)', async () => {
    const { url } = await returnOf({ prompt: 'none' })
    expect(url.searchParams.get('error')).toBe('login_required')
  })

  it('asks for a new sign-in (oidcc-prompt-login, oidcc-max-age-1)', async () => {
    const requests: Record<string, string>[] = [{ prompt: 'login' }, { max_age: '1' }]
    for (const parameters of requests) {
      await suite.database.owner
        .updateTable('session')
        .set({ createdAt: sql<Date>`created_at - interval '1 minute'` })
        .where('userId', '=', worker.userId)
        .execute()
      const browser = browserOf()
      const { url, checks } = await returnOf(parameters, browser)
      expect(url.pathname).toMatch(/^\/oidc\/interaction\//)
      expect(await browser.step(url)).toMatchObject({
        state: 'signInAgain',
        product: expect.stringContaining('EDC'),
      })
      browser.token = await signInAs(suite.server, await nameOf(worker.userId))
      const step = await browser.step(url)
      const { url: returned } = await browser.open(step.state === 'done' ? step.url : '')
      const claims = (await party.finish(returned, checks)).claims()
      expect(Number(claims?.auth_time)).toBeGreaterThan(Date.now() / 1000 - 60)
    }
  })

  it('accepts a session that is new enough (oidcc-max-age-10000)', async () => {
    const { url, checks } = await returnOf({ max_age: '10000' })
    const claims = (await party.finish(url, { ...checks, maxAge: 10_000 })).claims()
    expect(claims).toHaveProperty('auth_time')
  })

  it('names the account and language that the product asks for (oidcc-login-hint, oidcc-ui-locales)', async () => {
    const { url } = await party.begin({ login_hint: 'zhang.wei', ui_locales: 'en-GB zh' })
    const response = await createBrowser(suite.server).request(url)
    expect(response.headers.get('location')).toMatch(/#\/signIn\/index\?proposed=zhang\.wei&language=en$/)
  })

  it('requires the user whom the product names (oidcc-id-token-hint)', async () => {
    const other = await addWorker(suite.database)
    const browser = browserOf()
    const { url, checks } = await returnOf({}, browser)
    const { id_token: hint = '' } = await party.finish(url, checks)
    const { url: page } = await returnOf({ id_token_hint: hint }, browserOf(other.token))
    expect(await browserOf(other.token).step(page)).toEqual({ state: 'expired' })
    const stranger = browserOf(other.token)
    const asked = await returnOf({ id_token_hint: hint }, stranger)
    expect(await stranger.step(asked.url)).toMatchObject({ state: 'signInAgain' })
  })

  it('rejects a class of sign-in that does not exist', async () => {
    const claims = JSON.stringify({
      id_token: { acr: { essential: true, value: 'urn:mace:incommon:iap:silver' } },
    })
    const { url } = await returnOf({ claims })
    expect(url.searchParams.get('error')).toBe('unmet_authentication_requirements')
  })

  it('takes pushed requests once (RFC 9126)', async () => {
    const { url, checks } = await party.begin()
    const pushed = await oidc.buildAuthorizationUrlWithPAR(party.config, url.searchParams)
    expect(pushed.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/)
    const { url: returned } = await browserOf().open(pushed)
    expect((await party.finish(returned, checks)).claims()?.sub).toBe(worker.userId)
    const again = await browserOf().open(pushed)
    expect(again.response?.status ?? again.url.searchParams.get('error')).toEqual(expect.anything())
    expect(again.url.searchParams.has('code')).toBe(false)
  })
})

const nameOf = async (userId: string) => {
  const { userName } = await suite.database.owner
    .selectFrom('appUser')
    .select('userName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return userName
}

describe('the token endpoint', () => {
  const fieldsOf = (url: URL, verifier: string) => ({
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: 'https://edc.example/callback',
    code_verifier: verifier,
  })

  it('takes a code once, and revokes its tokens at the second attempt (oidcc-codereuse)', async () => {
    const { url, checks } = await returnOf()
    const first = await party.finish(url, checks)
    const second = await token(fieldsOf(url, checks.pkceCodeVerifier ?? ''))
    expect(await second.json()).toMatchObject({ error: 'invalid_grant' })
    await expect(oidc.fetchUserInfo(party.config, first.access_token, worker.userId)).rejects.toMatchObject({
      status: 401,
    })
  })

  it('lets one of several concurrent attempts with a code succeed', async () => {
    const { url, checks } = await returnOf()
    const fields = fieldsOf(url, checks.pkceCodeVerifier ?? '')
    const responses = await Promise.all([1, 2, 3, 4].map(() => token(fields)))
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  it('requires the verifier and the address of the request', async () => {
    const { url, checks } = await returnOf()
    const fields = fieldsOf(url, checks.pkceCodeVerifier ?? '')
    expect((await token({ ...fields, code_verifier: oidc.randomPKCECodeVerifier() })).status).toBe(400)
    expect((await token({ ...fields, redirect_uri: 'https://edc.example/other' })).status).toBe(400)
  })

  it('gives a code of one domain to no other', async () => {
    const other = await addAuthorizedStudy(suite.database, worker.userId)
    const stranger = await addParty(suite, edc, other.tenantUrlId)
    const { url, checks } = await returnOf()
    await expect(stranger.finish(url, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('binds tokens to the key of a proof (RFC 9449)', async () => {
    const { url, checks } = await returnOf()
    const proof = oidc.getDPoPHandle(party.config, await oidc.randomDPoPKeyPair('ES256'))
    const tokens = await oidc.authorizationCodeGrant(party.config, url, checks, undefined, { DPoP: proof })
    expect(tokens.token_type).toBe('dpop')
    const info = await oidc.fetchUserInfo(party.config, tokens.access_token, worker.userId, { DPoP: proof })
    expect(info.sub).toBe(worker.userId)
    await expect(oidc.fetchUserInfo(party.config, tokens.access_token, worker.userId)).rejects.toMatchObject({
      status: 401,
    })
  })

  it('gives no token to a user who has lost the authorization since', async () => {
    const lost = await addWorker(suite.database)
    const other = await addParty(suite, edc, lost.tenantUrlId)
    const { url, checks } = await other.begin()
    const { url: returned } = await browserOf(lost.token).open(url)
    const withdraw = () =>
      suite.database.owner.deleteFrom('studyUser').where('id', '=', lost.studyUserId).execute()
    const tokens = await other.finish(returned, checks)
    await withdraw()
    await expect(oidc.fetchUserInfo(other.config, tokens.access_token, lost.userId)).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('the page of a sign-in', () => {
  it('belongs to the browser that began it', async () => {
    const { url } = await returnOf({}, createBrowser(suite.server))
    expect(await browserOf().step(url)).toEqual({ state: 'expired' })
  })

  it('takes no step for the page of another site', async () => {
    const browser = createBrowser(suite.server)
    const { url } = await returnOf({}, browser)
    const stepFrom = async (origin: string, path: string) => {
      const headers = { authorization: worker.token, origin }
      const response = await browser.request(`${url.origin}${url.pathname}${path}`, {
        method: 'POST',
        headers,
      })
      return ((await response.json()) as { data: { state: string } }).data.state
    }
    for (const path of ['', '/cancel'])
      for (const origin of [
        'https://evil.example',
        `${publicUrl}.evil.example`,
        'http://localhost:8081',
        'null',
      ])
        expect(await stepFrom(origin, path)).toBe('expired')
    expect(await stepFrom(publicUrl, '')).toBe('done')
  })

  it('serves two tabs at once', async () => {
    const browser = createBrowser(suite.server)
    const [one, two] = [await returnOf({}, browser), await returnOf({}, browser)]
    expect(one.url.pathname).not.toBe(two.url.pathname)
    browser.token = worker.token
    for (const { url, checks } of [one, two]) {
      const { url: returned } = await browser.open(url)
      expect((await party.finish(returned, checks)).claims()?.sub).toBe(worker.userId)
    }
  })

  it('rejects users without an authorization, who may go back', async () => {
    const { token: stranger } = await addWorker(suite.database)
    const browser = browserOf(stranger)
    const { url } = await returnOf({}, browser)
    expect(await browser.step(url)).toMatchObject({
      state: 'rejected',
      product: expect.stringContaining('EDC'),
      message: expect.any(String),
    })
    const step = await browser.step(url, '/cancel')
    const { url: returned } = await browser.open(step.state === 'done' ? step.url : '')
    expect(returned.searchParams.get('error')).toBe('access_denied')
  })

  it('rejects users of a tenant without a licence', async () => {
    const { database } = suite
    const unlicensed = await addWorker(database)
    await database.owner
      .updateTable('tenantSoftware')
      .set({ isEnable: false })
      .where('tenantId', '=', unlicensed.tenantId)
      .execute()
    const other = await addParty(suite, edc, unlicensed.tenantUrlId)
    const browser = browserOf(unlicensed.token)
    const { url } = await other.begin()
    const { url: page } = await browser.open(url)
    expect(await browser.step(page)).toMatchObject({ state: 'rejected' })
  })
})

describe('a person without a session', () => {
  it('can begin only so many sign-ins and sign-outs a minute', async () => {
    const { url } = await party.begin()
    const browser = createBrowser(suite.server)
    const count = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from openid_record`.execute(
        suite.database.owner,
      )
      return rows[0]?.count
    }
    await suite.database.owner
      .updateTable('rateLimit')
      .set({ used: 599 })
      .where('bucket', 'like', 'openid:%')
      .execute()
    expect((await browser.request(url)).status).toBe(303)
    const before = await count()
    expect((await browser.request(url)).status).toBe(429)
    expect((await createBrowser(suite.server).request(`${issuer}/session/end`)).status).toBe(429)
    expect(await count()).toBe(before)
    const { url: returned } = await browserOf()
      .open(url)
      .catch(() => ({ url: undefined }))
    expect(returned).toBeDefined()
    await suite.database.owner.deleteFrom('rateLimit').where('bucket', 'like', 'openid:%').execute()
  })
})

describe('the database', () => {
  it('contains no id or token that a browser or product has', async () => {
    const { url, checks } = await returnOf()
    const code = url.searchParams.get('code') ?? ''
    const { rows: before } = await sql`select openid_record::text as row from openid_record`.execute(
      suite.database.owner,
    )
    expect(JSON.stringify(before)).toContain(createHash('sha256').update(code).digest('hex'))
    const tokens = await party.finish(url, checks)
    const { rows } = await sql`select openid_record::text as row from openid_record`.execute(
      suite.database.owner,
    )
    for (const secret of [code, tokens.access_token, checks.pkceCodeVerifier ?? ''])
      expect(JSON.stringify([before, rows])).not.toContain(secret)
  })
})
