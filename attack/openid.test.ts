import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codes } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Suite, startSuite } from '../apps/server/src/app/test-kit/index.ts'
import { attackOpenId } from './openid.ts'
import { type Account, type Outcome, Target } from './target.ts'

// The attack makes some hundred requests.
jest.setTimeout(120_000)

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

async function attackAt(origin: string, administrator: Account): Promise<Outcome> {
  const outcome: Outcome = { name: 'OpenID provider', requests: 0, findings: [], slowest: 0 }
  const target = new Target({ origin, deadline: Date.now() + 100_000, requests: 1_000 })
  await attackOpenId(target, outcome, administrator)
  return outcome
}

it('finds no weakness in the suite, in which its valid sign-ins succeed', async () => {
  const administrator = { name: 'admin', password: 'Admin0Password' }
  const { findings, requests } = await attackAt(new URL(suite.server.api).origin, administrator)
  expect(findings).toEqual([])
  expect(requests).toBeGreaterThan(200)
})

/** Starts a server whose OpenID provider believes everything. */
async function startCredulous() {
  const der = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
    type: 'spki',
    format: 'der',
  })
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'ES256' }
  const idToken = `e30.${Buffer.from('{}').toString('base64url')}.`
  const data = { keyId: 'k', publicKey: der.toString('base64'), time: Date.now(), token: 't' }
  const begun: string[] = []
  let signedOutUrl = ''
  const respond = (origin: string, request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const go = (location: string) => response.writeHead(303, { location }).end()
    const { authorization } = request.headers
    const [, top = '', act = '', id] = pathname.split('/')
    if (top === 'api') return send(200, { code: codes.ok, data: { ...data, id: '1', list: [{ id: '1' }] } })
    if (act === '.well-known')
      return send(200, { issuer: `${origin}/oidc`, host: request.headers['x-forwarded-host'] })
    if (act === 'jwks') return send(200, { keys: [jwk] })
    if (act === 'auth' && id === undefined)
      return go(`/oidc/interaction/${begun.push(searchParams.get('redirect_uri') ?? '') - 1}`)
    if (act === 'auth') return go(`${begun[Number(id)]}?code=1`)
    if (act === 'interaction') {
      const state = authorization || pathname.endsWith('/cancel') ? 'done' : 'signIn'
      return send(200, { code: codes.ok, data: { state, url: `${origin}/oidc/auth/${id}` } })
    }
    if (act === 'session' && request.method === 'POST') return go(signedOutUrl)
    if (act === 'session') {
      signedOutUrl = searchParams.get('post_logout_redirect_uri') ?? ''
      return response.end('<input name="xsrf" value="1">')
    }
    return send(act === 'request' ? 201 : 200, { id_token: idToken, access_token: '1', authorization })
  }
  const server = createServer((request, response) =>
    respond(`http://${request.headers.host}`, request, response),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => server.close()
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

it('finds every flaw of a provider that believes everything', async () => {
  const { origin, close } = await startCredulous()
  const { findings } = await attackAt(origin, { name: 'anybody', password: 'Anybody0Password' })
  close()
  const kinds = findings.map((finding) =>
    finding
      .replace(/^(the redirect address) \S+|(may lead to) \S+/, '$1$2 …')
      .replace(/ES256 key as \w+|no key/, '…'),
  )
  expect([...new Set(kinds)]).toEqual([
    'the redirect address … is accepted',
    'two redirect addresses are accepted',
    'an unsigned request object is accepted',
    'a pushed request with a foreign redirect address is accepted',
    'a request without PKCE gets a code',
    'a request with a plain challenge gets a code',
    'a request with a challenge without a method gets a code',
    'a request with an empty challenge gets a code',
    'a code is redeemed with no verifier',
    'a code is redeemed with an empty verifier',
    'a code is redeemed with another verifier',
    'a code is redeemed with its challenge as verifier',
    'a code is redeemed twice',
    'the token of a code that was redeemed twice stays valid',
    'a code, redeemed 5 times at once, gives tokens 5 times',
    'a code is redeemed by another client',
    'a code is redeemed for another redirect address',
    'a response with a code does not name the issuer',
    'a response with an error does not name the issuer',
    'a response to a cancelled sign-in does not name the issuer',
    'the metadata follow a forged header',
    'an ID token signed with … is accepted as a hint',
    'an ID token signed with … is accepted at the sign-out',
    'a token signed with … opens the userinfo',
    'a client assertion signed with … is accepted',
    'a response shows whether a client exists',
    'a code is redeemed without a secret',
    'a code is redeemed with a part of the secret',
    'a code is redeemed with a wrong secret',
    'a sign-in is finished without its cookie',
    'a sign-in is cancelled without its cookie',
    'a sign-in is finished with the cookie of another',
    'a finished sign-in gives its code to another browser',
    'the page of another site finishes a sign-in',
    'the page of another site cancels a sign-in',
    'a sign-out may lead to …',
    'a sign-out is confirmed without its page',
    'a sign-out without a client leads elsewhere',
  ])
})
