import { createHash, randomBytes } from 'node:crypto'
import {
  categories,
  codes,
  dictionaryList,
  domainSave,
  licenceSave,
  type ProductSignInStep,
  signInStyles,
  softwareSave,
  tenantMemberRole,
  tenantSave,
  tenantUserSave,
  userCenterInfo,
} from '@atrium/contract'
import { type Act, type List, mark } from './invitations.ts'
import type { Outcome, RawResponse, Target } from './target.ts'

/** A client of the provider: a tenant's domain. */
export interface Client {
  readonly id: string
  readonly secret: string
  readonly redirectUrl: string
  readonly signedOutUrl: string
}

/**
 * Adds a product that signs in by OpenID Connect, for a new tenant of which the administrator is a member.
 * @returns two domains of it, which share the product's key
 */
export async function addClients(act: Act): Promise<[Client, Client]> {
  const name = mark()
  const firstOf = async (categoryId: string) =>
    (await act<List<{ id: string }>>(dictionaryList, { categoryId })).list[0]?.id ?? ''
  const secret = randomBytes(32).toString('base64url')
  const codesOfProduct = { webCode: name, appCode: name, appKey: secret }
  const product = { softwareName: name, ...codesOfProduct, validityTime: 30, sort: 1 }
  const softwareId = await act<string>(softwareSave, { ...product, signInStyle: signInStyles.openId })
  const tenant = { tenantName: name, abbr: name, categoryId: await firstOf(categories.tenantCategory) }
  const tenantId = await act<string>(tenantSave, tenant)
  await act(licenceSave, { tenantId, softwareId })
  const { id: userId } = await act<{ id: string }>(userCenterInfo, {})
  const [typeId, positionId] = [await firstOf(categories.userType), await firstOf(categories.position)]
  const membership = { role: tenantMemberRole, typeId, positionId }
  await act(tenantUserSave, { tenantId, ...membership, userIds: [userId] })
  const addDomain = async (urlName: string): Promise<Client> => {
    const signedOutUrl = `https://${urlName}.example/`
    const redirectUrl = `${signedOutUrl}callback`
    const pages = { url: signedOutUrl, mobileUrl: signedOutUrl }
    const returns = { redirectUrls: [redirectUrl], signedOutUrls: [signedOutUrl] }
    const id = await act<string>(domainSave, { tenantId, softwareId, urlName, ...pages, ...returns })
    return { id, secret, redirectUrl, signedOutUrl }
  }
  return [await addDomain(name), await addDomain(`${name}-2`)]
}

/** Request parameters; undefined removes a usual one. */
export type Parameters = Readonly<Record<string, string | undefined>>

const defined = (parameters: Parameters): [string, string][] =>
  Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)

/** Returns the PKCE challenge of a verifier (RFC 7636, 4.2). */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/** Returns a random text for a state or a verifier. */
export const secretText = (): string => randomBytes(32).toString('base64url')

/** Maximum number of redirects in a sign-in. */
const maxHops = 10

/** A browser with cookies, and perhaps with a session of the suite. */
export class Browser {
  readonly #target: Target
  readonly #outcome: Outcome
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>()
  readonly token: string | undefined

  constructor(target: Target, outcome: Outcome, token?: string) {
    this.#target = target
    this.#outcome = outcome
    this.token = token
  }

  /** Returns the value of a cookie, whatever its path is; '' if there is none. */
  cookie(name: string): string {
    return [...this.#cookies].find(([key]) => key.startsWith(`${name} `))?.[1].value ?? ''
  }

  async request(url: URL | string, init: RequestInit = {}): Promise<RawResponse> {
    const { pathname, search } = new URL(url)
    const sent = [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.split(' ', 1)[0]}=${value}`)
    const headers = { cookie: sent.join('; '), ...Object.fromEntries(new Headers(init.headers)) }
    const response = await this.#target.request(this.#outcome, pathname + search, { ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [, name = '', value = '', facts = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    const path = /; ?path=([^;]+)/i.exec(facts)?.[1] ?? '/'
    const key = `${name} ${path}`
    if (value === '') this.#cookies.delete(key)
    else this.#cookies.set(key, { value, path })
  }

  /** Takes the next step on the page of an interaction, or another act there. */
  async step(page: URL, { act = '', headers = {} } = {}): Promise<ProductSignInStep | undefined> {
    const { text } = await this.request(`${page.origin}${page.pathname}${act}`, {
      method: 'POST',
      headers: { ...(this.token && { authorization: this.token }), ...headers },
    })
    try {
      const { code, data } = JSON.parse(text)
      return code === codes.ok ? data : undefined
    } catch {
      return undefined
    }
  }

  /**
   * Follows redirects and finishes interactions, until an address is not the suite's or its page does not lead on.
   * @returns that address, and the page if it is the suite's
   */
  async follow(url: URL | string, init?: RequestInit): Promise<{ url: URL; page?: RawResponse }> {
    const { origin } = new URL(url)
    let next = new URL(url)
    for (let hop = 0; hop < maxHops; hop += 1) {
      if (next.origin !== origin) return { url: next }
      if (/\/interaction\/[^/]+$/.test(next.pathname)) {
        const step = await this.step(next)
        if (step?.state !== 'done') return { url: next }
        next = new URL(step.url)
        continue
      }
      const page = await this.request(next, hop === 0 ? init : {})
      const location = page.headers.get('location')
      if (location === null) return { url: next, page }
      next = new URL(location, next)
    }
    throw new Error('the redirects of a sign-in do not end')
  }
}

/** Response of an endpoint for programs. */
export interface EndpointResult {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** The product's side of the provider. */
export class RelyingParty {
  readonly #target: Target
  readonly #outcome: Outcome
  readonly client: Client
  /** The issuer, which may be at another address than the target. */
  readonly issuer: string

  constructor(target: Target, outcome: Outcome, issuer: string, client: Client) {
    this.#target = target
    this.#outcome = outcome
    this.issuer = issuer
    this.client = client
  }

  /** Returns the address of a request for a code. */
  authorization(verifier: string, parameters: Parameters = {}): string {
    const { id, redirectUrl } = this.client
    const usual = {
      ...{ client_id: id, redirect_uri: redirectUrl, response_type: 'code', scope: 'openid' },
      ...{ state: secretText(), code_challenge: challengeOf(verifier), code_challenge_method: 'S256' },
    }
    return `${this.issuer}/auth?${new URLSearchParams(defined({ ...usual, ...parameters }))}`
  }

  /** Signs in with a browser. Returns where it leads, and the verifier of the request. */
  async signIn(browser: Browser, parameters?: Parameters) {
    const verifier = secretText()
    const { url } = await browser.follow(this.authorization(verifier, parameters))
    return { url, verifier, code: url.searchParams.get('code') ?? undefined }
  }

  /** Sends a form to an endpoint, with the client's secret unless other headers are given. */
  async post(
    path: string,
    fields: Parameters,
    headers: Record<string, string> = this.basic(),
  ): Promise<EndpointResult> {
    return this.#read(path, { method: 'POST', body: new URLSearchParams(defined(fields)), headers })
  }

  /** Redeems a code. `fields` are added to the request, or replace or remove those of the usual one. */
  redeem(code: string, fields: Parameters, headers?: Record<string, string>): Promise<EndpointResult> {
    const usual = { grant_type: 'authorization_code', code, redirect_uri: this.client.redirectUrl }
    return this.post('/token', { ...usual, ...fields }, headers)
  }

  /** Reads the claims of a token's user. */
  userInfo(token: string): Promise<EndpointResult> {
    return this.#read('/me', { headers: { authorization: `Bearer ${token}` } })
  }

  basic(secret = this.client.secret, id = this.client.id): Record<string, string> {
    return { authorization: `Basic ${btoa(`${id}:${encodeURIComponent(secret)}`)}` }
  }

  async #read(path: string, init: RequestInit): Promise<EndpointResult> {
    const { pathname } = new URL(this.issuer)
    const { status, text } = await this.#target.request(this.#outcome, pathname + path, init)
    try {
      return { status, body: Object(JSON.parse(text)) }
    } catch {
      return { status, body: {} }
    }
  }
}
