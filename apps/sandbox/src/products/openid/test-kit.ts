import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import type { Sandbox } from '../../index.ts'
import { type AppCode, addressOf, handedOver, productKeys } from '../test-kit.ts'

type Claims = Readonly<Record<string, unknown>>

/** A suite that is an OpenID provider, as the products see it. */
export interface OpenidSuite {
  readonly url: string
  readonly issuer: string
  /** Ids of the users' sessions at the suite, in the order of the sign-ins. */
  readonly sids: readonly string[]
  /** Paths of the received requests. */
  readonly paths: readonly string[]
  /** Name of the user who signs in next, or the error that the suite returns instead. */
  next: { readonly name: string; readonly claims?: Claims } | { readonly error: string }
  /** Starts the provider. Before, the suite responds with HTTP 503. */
  start(sandbox: Sandbox): Promise<void>
  /** Returns a valid logout token with changed claims. Claims that are undefined are omitted. */
  logoutToken(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Replaces the ID token of each response. */
  forgeIdToken(make: (idToken: string) => string): void
  close(): Promise<void>
}

/** The domains that are registered at the suite. */
const domains: Readonly<Record<string, AppCode>> = { u1: 'EDC', u2: 'EDC', r1: 'RTSM' }

const algorithm = { alg: 'ES256', kid: 'test' }

/** Returns what the suite sends about a user of a domain. */
function claimsOf(name: string, clientId: string): Claims {
  const { user, tenant, accessVersion, validityTime, studies } = handedOver(null)
  return {
    name: `${name} Li`,
    preferred_username: name,
    locale: user.language,
    email: `${name}@hospital.example`,
    tenant_id: clientId === 'u2' ? 't2' : tenant.tenantId,
    product: domains[clientId],
    blinded: true,
    study_ids: studies.map(({ study }) => study.id),
    tenant_name: tenant.tenantName,
    access_version: accessVersion,
    session_minutes: validityTime,
    studies,
  }
}

const configuration = (sandbox: Sandbox, key: object, accounts: Map<string, Claims>): Configuration => ({
  clients: Object.entries(domains).map(([clientId, appCode]) => {
    const page = addressOf(sandbox, appCode)
    return {
      client_id: clientId,
      client_secret: productKeys[appCode],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
      redirect_uris: [`${page}/callback`],
      post_logout_redirect_uris: [page],
      backchannel_logout_uri: `${page}/back-channel-logout`,
      backchannel_logout_session_required: true,
    }
  }),
  jwks: { keys: [{ ...key, ...algorithm, use: 'sig' }] },
  cookies: { keys: ['a key for tests alone'] },
  claims: {
    openid: ['sub', 'tenant_id', 'product', 'blinded', 'study_ids'],
    profile: ['name', 'preferred_username', 'locale'],
    email: ['email'],
    phone: ['phone_number'],
    studies: ['tenant_name', 'access_version', 'session_minutes', 'studies'],
  },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (context, form) => {
        context.body = form
      },
    },
  },
  // By default the library does not call local addresses.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  pkce: { required: () => true },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  interactions: { url: (_context, { uid }) => `/oidc/interaction/${uid}` },
  findAccount: ({ oidc }, sub) => ({
    accountId: sub,
    claims: () => {
      const name = sub.replace('id of ', '')
      return { ...claimsOf(name, oidc.client?.clientId ?? ''), ...accounts.get(sub), sub }
    },
  }),
  // Grants everything that is requested.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId,
      accountId: oidc.session?.accountId,
    })
    grant.addOIDCScope('openid profile email phone studies')
    await grant.save()
    return grant
  },
})

/** Creates the provider without the library's warnings, e.g. about missing storage. */
async function createProvider(...[issuer, configured]: [string, Configuration]): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider')
  const { warn } = console
  console.warn = () => {}
  try {
    return new OidcProvider(issuer, configured)
  } finally {
    console.warn = warn
  }
}

/** Starts a suite whose provider is not yet ready. */
export async function startOpenidSuite(): Promise<OpenidSuite> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const accounts = new Map<string, Claims>()
  const sids: string[] = []
  const paths: string[] = []
  let forge: ((idToken: string) => string) | undefined
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    listener(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${url}/oidc`
  const suite: OpenidSuite = {
    url,
    issuer,
    sids,
    paths,
    next: { name: 'lina' },
    start: async (sandbox) => {
      const provider = await createProvider(
        issuer,
        configuration(sandbox, await exportJWK(privateKey), accounts),
      )
      provider.on('authorization.success', ({ oidc }) => {
        sids.push(oidc.session?.sidFor(oidc.client?.clientId ?? '') ?? '')
      })
      const serve = provider.callback()
      listener = async (request: IncomingMessage & { originalUrl?: string }, response) => {
        const { url: path = '' } = request
        request.originalUrl = path
        request.url = path.slice('/oidc'.length)
        if (path === '/oidc/token' && forge) {
          const end = response.end.bind(response) as (body: string) => typeof response
          response.end = ((body: string) => {
            const { id_token, ...others } = JSON.parse(body)
            const forged = JSON.stringify({ ...others, id_token: forge?.(id_token) })
            response.setHeader('content-length', Buffer.byteLength(forged))
            return end(forged)
          }) as typeof response.end
        }
        if (!path.startsWith('/oidc/interaction/')) return serve(request, response)
        if ('error' in suite.next) return provider.interactionFinished(request, response, suite.next)
        const { name, claims = {} } = suite.next
        accounts.set(`id of ${name}`, claims)
        return provider.interactionFinished(request, response, { login: { accountId: `id of ${name}` } })
      }
    },
    logoutToken: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const valid: JWTPayload = {
        iss: issuer,
        aud: 'u1',
        iat: now,
        exp: now + 120,
        jti: crypto.randomUUID(),
        sid: sids.at(-1),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      }
      return new SignJWT(JSON.parse(JSON.stringify({ ...valid, ...claims })))
        .setProtectedHeader({ ...algorithm, typ: 'logout+jwt', ...header })
        .sign(privateKey)
    },
    forgeIdToken: (make) => {
      forge = make
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return suite
}

/** A page in a browser. */
export interface Shown {
  readonly url: URL
  readonly status: number
  readonly text: string
}

/** A browser that keeps cookies by their paths. */
export interface Browser {
  /** Sends one request and follows no redirect. */
  send(url: string | URL, init?: RequestInit): Promise<Response>
  /** Opens an address and follows redirects. */
  open(url: string | URL, init?: RequestInit): Promise<Shown>
  /** Follows redirects until one leads to an address that contains a text, which it does not open. */
  openUntil(url: string | URL, part: string): Promise<URL>
  /** Removes the cookies of the suite. */
  forgetSuite(): void
  /** Names of the cookies. */
  cookies(): string[]
}

/** Returns the address of the link with a label on a page. */
export function linkOf({ url, text }: Shown, label: string): URL {
  const [, href = ''] = new RegExp(`href="([^"]*)">${label}`).exec(text) ?? []
  return new URL(
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    url,
  )
}

export const postForm = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

export function createBrowser(): Browser {
  const jar = new Map<string, { name: string; value: string; path: string }>()
  const keep = (line: string) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
    const isOver = /max-age=0\b/i.test(line) || /expires=[^;]*1970/i.test(line)
    if (isOver) jar.delete(`${path} ${name}`)
    else jar.set(`${path} ${name}`, { name, value, path })
  }
  const send = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url)
    const cookie = [...jar.values()]
      .filter(({ path }) => `${pathname}/`.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, { ...init, headers: { cookie, ...init.headers }, redirect: 'manual' })
    response.headers.getSetCookie().forEach(keep)
    return response
  }
  const nextOf = (response: Response, url: string | URL) => {
    const location = response.headers.get('location')
    return location === null ? undefined : new URL(location, url)
  }
  const open = async (url: string | URL, init?: RequestInit): Promise<Shown> => {
    const response = await send(url, init)
    const next = nextOf(response, url)
    return next ? open(next) : { url: new URL(url), status: response.status, text: await response.text() }
  }
  const openUntil = async (url: string | URL, part: string): Promise<URL> => {
    const next = nextOf(await send(url), url)
    if (!next) throw new Error(`${url} redirects nowhere`)
    return next.href.includes(part) ? next : openUntil(next, part)
  }
  return {
    send,
    open,
    openUntil,
    forgetSuite: () => {
      for (const [key, { path }] of jar) if (!path.startsWith('/products')) jar.delete(key)
    },
    cookies: () => [...jar.values()].map(({ name }) => name),
  }
}
