import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT, PUBLIC_URL } = process.env
const execute = ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : []
const client = { client_secret: CLIENT_SECRET, id_token_signed_response_alg: 'ES256' }
const atrium = await oidc.discovery(new URL(ISSUER), CLIENT_ID, client, oidc.ClientSecretBasic(), { execute })
const keys = createRemoteJWKSet(new URL(atrium.serverMetadata().jwks_uri))
const notice = { issuer: ISSUER, audience: CLIENT_ID, typ: 'logout+jwt', algorithms: ['ES256'] }
const sessions = new Map() // by the value of the cookie; a real product has a database
const flags = `Path=/; HttpOnly; SameSite=Lax${PUBLIC_URL.startsWith('https:') ? '; Secure' : ''}`
const cookie = (name, value, seconds) => `${name}=${value}; Max-Age=${seconds}; ${flags}`
const go = (url, ...cookies) => ({ status: 303, headers: { location: `${url}`, 'set-cookie': cookies } })
const html = (value) => value.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const signOut = '<form method="post" action="/sign-out"><button>Sign out</button></form>'

const routes = {
  'GET /': ({ user }) => ({ body: user ? html(user.name) + signOut : '<a href="/sign-in">Sign in</a>' }),
  'GET /sign-in': async () => {
    const [state, verifier] = [oidc.randomState(), oidc.randomPKCECodeVerifier()]
    const code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
    const request = { redirect_uri: `${PUBLIC_URL}/callback`, scope: 'openid profile', state, code_challenge }
    const url = oidc.buildAuthorizationUrl(atrium, { ...request, code_challenge_method: 'S256' })
    return go(url, cookie(`attempt-${state}`, verifier, 600))
  },
  'GET /callback': async ({ url, cookies }) => {
    const expectedState = url.searchParams.get('state')
    const pkceCodeVerifier = cookies.get(`attempt-${expectedState}`)
    if (!pkceCodeVerifier) throw new Error('This browser did not begin the sign-in.')
    const tokens = await oidc.authorizationCodeGrant(atrium, url, { expectedState, pkceCodeVerifier })
    const { sid, sub } = tokens.claims()
    const { name } = await oidc.fetchUserInfo(atrium, tokens.access_token, sub)
    const id = oidc.randomState()
    sessions.set(id, { sid, name, idToken: tokens.id_token })
    return go('/', cookie('session', id, 43200), cookie(`attempt-${expectedState}`, '', 0))
  },
  'POST /back-channel-logout': async ({ body }) => {
    const { payload } = await jwtVerify(new URLSearchParams(body).get('logout_token') ?? '', keys, notice)
    if (!payload.events?.['http://schemas.openid.net/event/backchannel-logout']) throw new Error('No event')
    for (const [id, { sid }] of sessions) if (sid === payload.sid) sessions.delete(id)
    return { status: 204 }
  },
  'POST /sign-out': ({ user, cookies }) => {
    sessions.delete(cookies.get('session'))
    const back = { id_token_hint: user?.idToken, post_logout_redirect_uri: `${PUBLIC_URL}/` }
    return go(user ? oidc.buildEndSessionUrl(atrium, back) : '/', cookie('session', '', 0))
  },
}
const respond = async (request) => {
  const url = new URL(PUBLIC_URL + request.url)
  const cookies = new Map(request.headers.cookie?.split('; ').map((pair) => pair.split('=')))
  const [user, body] = [sessions.get(cookies.get('session')), (await request.toArray()).join('')]
  return routes[`${request.method} ${url.pathname}`]?.({ url, cookies, user, body }) ?? { status: 404 }
}
createServer(async (request, response) => {
  const page = await respond(request).catch(({ message }) => ({ status: 400, body: html(message) }))
  response.writeHead(page.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
  response.end(page.body)
}).listen(PORT)
