import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { asSomebody } from './invitations.ts'
import { addClients, Browser, type Client, challengeOf, RelyingParty, secretText } from './relying-party.ts'
import type { Account, Outcome, Target } from './target.ts'

/** Parts of an attack on the provider. */
interface Scene {
  readonly product: RelyingParty
  /** The product's other domain, which has the same key. */
  readonly other: RelyingParty
  /** Session of the suite. */
  readonly token: string
  /** Returns a browser without cookies: of somebody signed in to the suite, or of nobody. */
  readonly browser: (whose?: 'nobody') => Browser
  /** Adds a finding if an attempt succeeded. */
  readonly find: (finding: string, succeeded: boolean) => void
}

const attacker = 'https://attacker.example'

/** Returns addresses that resemble the given one. */
const nearMisses = (address: string): string[] => {
  const { host, pathname } = new URL(address)
  return [
    `${attacker}${pathname}`,
    `${attacker}/https://${host}${pathname}`,
    `${attacker}?${address}`,
    `${attacker}#@${host}${pathname}`,
    `${attacker}%23@${host}${pathname}`,
    `${attacker}\\@${host}${pathname}`,
    `https://${host}@attacker.example${pathname}`,
    `https://${host}%2f@attacker.example${pathname}`,
    `https://${host}.attacker.example${pathname}`,
    `https://${host}.${pathname}`,
    `https://${host}:8443${pathname}`,
    `https://user@${host}${pathname}`,
    `https://${host}//attacker.example`,
    `https://${host}/.${pathname}`,
    `http://${host}${pathname}`,
    `//${host}${pathname}`,
    `javascript://${host}${pathname}`,
    `${address}x`,
    `${address}/`,
    `${address}%20`,
    `${address}#next`,
    `${address}?next=${attacker}`,
    `${address}/../elsewhere`,
    `${address}/..%2felsewhere`,
    `${address}%2f..%2felsewhere`,
    `${address}\\..\\elsewhere`,
    '*',
  ]
}

/** Asks for codes at addresses that are not registered. */
async function attackRedirects({ product, browser, find }: Scene): Promise<void> {
  const somebody = browser()
  const { redirectUrl } = product.client
  const isAccepted = async (url: string) => {
    const location = (await somebody.request(url)).headers.get('location') ?? ''
    return location !== '' && !location.startsWith(`${redirectUrl}?error=`)
  }
  for (const redirect_uri of nearMisses(redirectUrl))
    find(
      `the redirect address ${redirect_uri} is accepted`,
      await isAccepted(product.authorization(secretText(), { redirect_uri })),
    )
  const twice = `${product.authorization(secretText())}&${new URLSearchParams({ redirect_uri: attacker })}`
  find('two redirect addresses are accepted', await isAccepted(twice))
  const request = forge({ client_id: product.client.id, redirect_uri: attacker })
  const inObject = product.authorization(secretText(), { request })
  find('an unsigned request object is accepted', await isAccepted(inObject))
  const pushed = await product.post('/request', {
    ...{ response_type: 'code', scope: 'openid', redirect_uri: attacker },
    ...{ code_challenge: challengeOf(secretText()), code_challenge_method: 'S256' },
  })
  find('a pushed request with a foreign redirect address is accepted', pushed.status === 201)
}

/** Signs in, and requires a code: the rejections of other attempts prove nothing without it. */
async function codeOf({ product, browser }: Scene, somebody = browser()) {
  const { code, url, verifier } = await product.signIn(somebody)
  if (code === undefined)
    throw new Error(`a valid sign-in ended at ${url.origin}${url.pathname} without a code`)
  return { code, verifier, url }
}

/** Redeems a new code as its product does. */
async function tokensOf(scene: Scene, somebody?: Browser) {
  const { code, verifier } = await codeOf(scene, somebody)
  const { status, body } = await scene.product.redeem(code, { code_verifier: verifier })
  if (status !== 200) throw new Error(`a valid code was rejected with HTTP ${status}`)
  return { code, verifier, idToken: String(body.id_token), accessToken: String(body.access_token) }
}

/** Leaves PKCE out, weakens it, and redeems codes without the right verifier. */
async function attackPkce(scene: Scene): Promise<void> {
  const { product, browser, find } = scene
  const verifier = secretText()
  const weak = {
    'without PKCE': { code_challenge: undefined, code_challenge_method: undefined },
    'with a plain challenge': { code_challenge: verifier, code_challenge_method: 'plain' },
    'with a challenge without a method': { code_challenge: verifier, code_challenge_method: undefined },
    'with an empty challenge': { code_challenge: '' },
  }
  for (const [how, parameters] of Object.entries(weak))
    find(`a request ${how} gets a code`, (await product.signIn(browser(), parameters)).code !== undefined)
  const wrong = {
    'no verifier': () => undefined,
    'an empty verifier': () => '',
    'another verifier': () => secretText(),
    'its challenge as verifier': challengeOf,
  }
  for (const [what, verifierOf] of Object.entries(wrong)) {
    const { code, verifier: right } = await codeOf(scene)
    const { status } = await product.redeem(code, { code_verifier: verifierOf(right) })
    find(`a code is redeemed with ${what}`, status === 200)
  }
}

/** Number of parallel attempts to redeem one code. */
const atOnce = 5

/** Redeems a code twice, several times at once, as another client, and for another address. */
async function attackCodes(scene: Scene): Promise<void> {
  const { product, other, find } = scene
  const used = await tokensOf(scene)
  if ((await product.userInfo(used.accessToken)).status !== 200) throw new Error('a valid token was rejected')
  const again = await product.redeem(used.code, { code_verifier: used.verifier })
  find('a code is redeemed twice', again.status === 200)
  const after = await product.userInfo(used.accessToken)
  find('the token of a code that was redeemed twice stays valid', after.status === 200)

  const raced = await codeOf(scene)
  const attempts = Array.from({ length: atOnce }, () =>
    product.redeem(raced.code, { code_verifier: raced.verifier }),
  )
  const won = (await Promise.all(attempts)).filter(({ status }) => status === 200).length
  find(`a code, redeemed ${atOnce} times at once, gives tokens ${won} times`, won > 1)

  const foreign = await codeOf(scene)
  const asOther = await other.redeem(foreign.code, {
    ...{ code_verifier: foreign.verifier, redirect_uri: product.client.redirectUrl },
  })
  find('a code is redeemed by another client', asOther.status === 200)
  const moved = await codeOf(scene)
  const elsewhere = await product.redeem(moved.code, {
    code_verifier: moved.verifier,
    redirect_uri: attacker,
  })
  find('a code is redeemed for another redirect address', elsewhere.status === 200)
}

/** Checks that each kind of response names the issuer, by which products distinguish providers (RFC 9207). */
async function attackIssuer(scene: Scene): Promise<void> {
  const { product, browser, find } = scene
  const isNamed = ({ searchParams }: URL) => searchParams.get('iss') === product.issuer
  find('a response with a code does not name the issuer', !isNamed((await codeOf(scene)).url))
  const { url: silent } = await product.signIn(browser('nobody'), { prompt: 'none' })
  find('a response with an error does not name the issuer', !isNamed(silent))
  const nobody = browser('nobody')
  const { url: page } = await product.signIn(nobody)
  const step = await nobody.step(page, { act: '/cancel' })
  const cancelled = step?.state === 'done' ? (await nobody.follow(step.url)).url : page
  find('a response to a cancelled sign-in does not name the issuer', !isNamed(cancelled))
  const forged = { 'x-forwarded-host': 'attacker.example', 'x-forwarded-proto': 'http' }
  const discovery = `${product.issuer}/.well-known/openid-configuration`
  const { text } = await browser('nobody').request(discovery, { headers: forged })
  find('the metadata follow a forged header', text.includes('attacker.example'))
}

/** Returns a token that is unsigned, or signed with a text as key (HS256). */
function forge(claims: object, key?: string): string {
  const parts = [{ alg: key === undefined ? 'none' : 'HS256', typ: 'JWT' }, claims]
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = key === undefined ? '' : createHmac('sha256', key).update(content).digest('base64url')
  return `${content}.${signature}`
}

/** Returns the keys with which forged tokens are signed: none, and the forms of each public key. */
async function forgingKeys({ product, browser }: Scene): Promise<Record<string, string | undefined>> {
  const { text } = await browser('nobody').request(`${product.issuer}/jwks`)
  const { keys } = JSON.parse(text) as { keys: (JsonWebKey & { alg: string })[] }
  const forms = keys.flatMap((jwk) => {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return [
      [`${jwk.alg} key as PEM`, key.export({ type: 'spki', format: 'pem' }).toString()],
      [`${jwk.alg} key as JWK`, JSON.stringify(jwk)],
    ]
  })
  return { 'no key': undefined, ...Object.fromEntries(forms) }
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Sends tokens that are unsigned, or signed with a public key as if it were a secret. */
async function attackAlgorithms(scene: Scene): Promise<void> {
  const { product, browser, find } = scene
  const somebody = browser()
  const { idToken } = await tokensOf(scene, somebody)
  const [, payload = ''] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const { id, signedOutUrl } = product.client
  const isHint = async (id_token_hint: string) =>
    (await product.signIn(somebody, { id_token_hint, prompt: 'none' })).code !== undefined
  const ends = async (id_token_hint: string) => {
    const query = new URLSearchParams({ id_token_hint, post_logout_redirect_uri: signedOutUrl })
    return (await somebody.request(`${product.issuer}/session/end?${query}`)).status < 400
  }
  if (!(await isHint(idToken)) || !(await ends(idToken))) throw new Error('a valid ID token was rejected')
  const now = Math.floor(Date.now() / 1000)
  const assertion = { iss: id, sub: id, aud: product.issuer, iat: now, exp: now + 60 }
  for (const [what, key] of Object.entries(await forgingKeys(scene))) {
    const token = forge(claims, key)
    find(`an ID token signed with ${what} is accepted as a hint`, await isHint(token))
    find(`an ID token signed with ${what} is accepted at the sign-out`, await ends(token))
    find(`a token signed with ${what} opens the userinfo`, (await product.userInfo(token)).status === 200)
    const { code, verifier } = await codeOf(scene)
    const fields = {
      client_assertion_type: assertionType,
      client_assertion: forge({ ...assertion, jti: secretText() }, key),
    }
    const { status } = await product.redeem(code, { code_verifier: verifier, ...fields }, {})
    find(`a client assertion signed with ${what} is accepted`, status === 200)
  }
}

/** Number of wrong secrets to try. */
const wrongSecrets = 50

/** Guesses the secret of a client, with a code that is valid otherwise, and leaves it out. */
async function attackSecrets(scene: Scene): Promise<void> {
  const { product, find } = scene
  const { code, verifier } = await codeOf(scene)
  const attempt = (headers: Record<string, string>, fields = {}) =>
    product.redeem(code, { code_verifier: verifier, ...fields }, headers)
  const { id, secret } = product.client
  const known = await attempt(product.basic(secretText()))
  const unknown = await attempt(product.basic(secretText(), 'nobody'))
  find(
    'a response shows whether a client exists',
    known.status !== unknown.status || JSON.stringify(known.body) !== JSON.stringify(unknown.body),
  )
  find('a code is redeemed without a secret', (await attempt({}, { client_id: id })).status === 200)
  for (const guess of [secret.slice(0, -1), `${secret} `, secret.toUpperCase(), ' ', '\u0000'])
    find('a code is redeemed with a part of the secret', (await attempt(product.basic(guess))).status === 200)
  for (let count = 0; count < wrongSecrets; count += 1)
    find(
      'a code is redeemed with a wrong secret',
      (await attempt(product.basic(secretText()))).status === 200,
    )
  const fresh = await codeOf(scene)
  const { status } = await product.redeem(fresh.code, { code_verifier: fresh.verifier })
  find(`the right secret is rejected after ${wrongSecrets} wrong ones`, status !== 200)
}

/** Finishes the sign-in of another browser, and one from the page of another site. */
async function attackInteractions({ product, browser, token, find }: Scene): Promise<void> {
  const victim = browser('nobody')
  const { url: page } = await product.signIn(victim)
  const thief = browser()
  const isDone = async (...step: Parameters<Browser['step']>) => (await thief.step(...step))?.state === 'done'
  find('a sign-in is finished without its cookie', await isDone(page))
  find('a sign-in is cancelled without its cookie', await isDone(page, { act: '/cancel' }))
  const own = browser('nobody')
  await product.signIn(own)
  const names = ['openid_interaction', 'openid_interaction.sig']
  const cookie = names.map((name) => `${name}=${own.cookie(name)}`).join('; ')
  find('a sign-in is finished with the cookie of another', await isDone(page, { headers: { cookie } }))
  const step = await victim.step(page, { headers: { authorization: token } })
  if (step?.state !== 'done') throw new Error('a sign-in cannot be finished in its own browser')
  const stolen = (await thief.follow(step.url)).url.searchParams.has('code')
  find('a finished sign-in gives its code to another browser', stolen)
  if (!(await victim.follow(step.url)).url.searchParams.has('code'))
    throw new Error('a finished sign-in gives its own browser no code')

  const headers = { authorization: token, origin: attacker, 'sec-fetch-site': 'cross-site' }
  for (const act of ['', '/cancel']) {
    const lured = browser('nobody')
    const { url } = await product.signIn(lured)
    const taken = await lured.step(url, { act, headers })
    find(`the page of another site ${act === '' ? 'finishes' : 'cancels'} a sign-in`, taken?.state === 'done')
  }
}

/** Tries to make a sign-out lead to foreign addresses, and to sign somebody out without the page that confirms it. */
async function attackSignOut(scene: Scene): Promise<void> {
  const { product, browser, find } = scene
  const somebody = browser()
  const { idToken } = await tokensOf(scene, somebody)
  const end = `${product.issuer}/session/end`
  const opened = (fields: Record<string, string>) => somebody.request(`${end}?${new URLSearchParams(fields)}`)
  for (const address of nearMisses(product.client.signedOutUrl)) {
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: address }
    find(`a sign-out may lead to ${address}`, (await opened(fields)).status < 400)
  }
  const confirm = (fields: Record<string, string>) =>
    somebody.request(`${end}/confirm`, { method: 'POST', body: new URLSearchParams(fields) })
  const anonymous = await opened({ post_logout_redirect_uri: attacker })
  find('a sign-out is confirmed without its page', (await confirm({ logout: 'yes' })).status < 400)
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(anonymous.text) ?? []
  const { headers } = await confirm({ xsrf, logout: 'yes' })
  find('a sign-out without a client leads elsewhere', headers.get('location')?.startsWith(attacker) === true)
}

/**
 * Attacks the OpenID provider with what an attacker can have: a browser, an account and another client. Adds a product
 * and a tenant, which stay.
 */
export async function attackOpenId(target: Target, outcome: Outcome, administrator: Account): Promise<void> {
  const token = await target.signIn(outcome, administrator)
  const [client, otherClient] = await addClients(asSomebody(target, outcome, token))
  const browser = (whose?: 'nobody') => new Browser(target, outcome, whose === 'nobody' ? undefined : token)
  const discovery = await target.request(outcome, '/oidc/.well-known/openid-configuration', {})
  const { issuer } = JSON.parse(discovery.text) as { issuer: string }
  const partyOf = (of: Client) => new RelyingParty(target, outcome, issuer, of)
  const scene: Scene = {
    product: partyOf(client),
    other: partyOf(otherClient),
    token,
    browser,
    find: (finding, succeeded) => {
      if (succeeded) outcome.findings.push(finding)
    },
  }
  await attackRedirects(scene)
  await attackPkce(scene)
  await attackCodes(scene)
  await attackIssuer(scene)
  await attackAlgorithms(scene)
  await attackSecrets(scene)
  await attackInteractions(scene)
  await attackSignOut(scene)
}
