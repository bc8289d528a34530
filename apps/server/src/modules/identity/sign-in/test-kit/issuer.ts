import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Configuration, InteractionResults, Provider } from 'oidc-provider'

/** An account at the identity provider. */
export interface IssuerAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

type Claims = Readonly<Record<string, unknown>>

/** A real OpenID provider on its own port. */
export interface TestIssuer {
  readonly url: string
  readonly clientId: string
  /** Adds an account. */
  readonly add: (account: IssuerAccount) => void
  /**
   * Follows the suite's redirect and signs in at the provider.
   * @returns the query of the redirect back
   */
  readonly signIn: (url: string, account: IssuerAccount) => Promise<Record<string, string>>
  /** Number of requests for the provider's metadata. */
  readonly asked: () => number
  /** Replaces the signing key. Only the new key is published. */
  readonly rotate: () => void
  /** Replaces each ID token before the suite receives it. */
  readonly forge: (make: (idToken: string) => string) => void
  /** Signs an ID token with changed claims, with the provider's own key. */
  readonly resign: (idToken: string, change: (claims: Claims) => Claims) => string
  /** Warms up the provider, because its first request would take a second or more. */
  readonly warmUp: () => Promise<void>
  readonly close: () => Promise<void>
}

interface IssuerOptions {
  /** URL of the suite in its profile. */
  readonly publicUrl: string
  /** Lifetime of a code, in seconds. */
  readonly codeSeconds?: number
  readonly clientSecret?: string
  /** Any free port by default. */
  readonly port?: number
}

const clientId = 'atrium'
const newKey = (kid: string) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid }
}
let keyOfProcess: ReturnType<typeof newKey> | undefined
/** Returns the first signing key, which all providers in this process share. */
const firstKey = () => {
  keyOfProcess ??= newKey('test')
  return keyOfProcess
}

const resigned = (
  key: ReturnType<typeof newKey>,
  idToken: string,
  change: (claims: Claims) => Claims,
): string => {
  const [header = '', claims = ''] = idToken.split('.')
  const changed = change(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  const text = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
  const signature = sign('sha256', Buffer.from(text), createPrivateKey({ key, format: 'jwk' }))
  return `${text}.${signature.toString('base64url')}`
}

const configure = (
  options: IssuerOptions,
  accounts: Map<string, IssuerAccount>,
  key: ReturnType<typeof newKey>,
): Configuration => ({
  clients: [
    {
      client_id: clientId,
      redirect_uris: [`${options.publicUrl}/`],
      ...(options.clientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: options.clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['a key for tests alone'] },
  claims: { openid: ['sub'], profile: [], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  ttl: {
    AccessToken: 60,
    IdToken: 60,
    Interaction: 60,
    Session: 60,
    Grant: 60,
    AuthorizationCode: options.codeSeconds ?? 60,
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  // Grants everything that is requested.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

/** Follows redirects with cookies, as a browser does, until one leads back to the suite. */
async function follow(url: string, publicUrl: string, account: string): Promise<URL> {
  const jar = new Map<string, string>()
  for (let target = new URL(url); ; ) {
    if (target.href.startsWith(`${publicUrl}/`)) return target
    if (target.pathname.startsWith('/interaction/')) target.searchParams.set('account', account)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(target, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`${target.pathname} answered ${response.status} ${await response.text()}`)
    target = new URL(next, target)
  }
}

/** Suppresses the library's warnings, e.g. about missing storage, while running a function. */
function quietly<Made>(make: () => Made): Made {
  const { warn } = console
  console.warn = () => {}
  try {
    return make()
  } finally {
    console.warn = warn
  }
}

/** The provider's page, on which a user signs in or cancels. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Identity provider</title>
<link rel="icon" href="data:,"><form><label>Account <input name="account" required autofocus></label>
<button>Sign in</button></form><form><button name="cancel" value="1">Cancel</button></form></html>`

/** Returns the user's choice on the page, or undefined before they made one. */
function answered({ searchParams }: URL): InteractionResults | undefined {
  if (searchParams.has('cancel')) return { error: 'access_denied' }
  const accountId = searchParams.get('account')
  return accountId === null ? undefined : { login: { accountId } }
}

/** Replaces the ID token in a response. */
function replaceIdToken(response: ServerResponse, make: (idToken: string) => string): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: string) => {
    const result = JSON.parse(body)
    const changed = JSON.stringify({ ...result, ...(result.id_token && { id_token: make(result.id_token) }) })
    response.setHeader('content-length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}

/** Starts an identity provider with the suite as its client. */
export async function startIssuer(options: IssuerOptions): Promise<TestIssuer> {
  const accounts = new Map<string, IssuerAccount>()
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  // Most suites with a provider never call it, so the library and the key are loaded at the first request.
  const provide = async (key: ReturnType<typeof newKey>): Promise<Provider> => {
    const { default: OidcProvider } = await import('oidc-provider')
    return quietly(() => new OidcProvider(url, configure(options, accounts, key)))
  }
  let provided: Promise<Provider> | undefined
  let forged: ((idToken: string) => string) | undefined
  let asked = 0
  listener = async (request, response) => {
    provided ??= provide(firstKey())
    const provider = await provided
    const target = new URL(request.url ?? '/', url)
    if (target.pathname === '/.well-known/openid-configuration') asked += 1
    if (target.pathname === '/token' && forged) replaceIdToken(response, forged)
    if (!target.pathname.startsWith('/interaction/')) return provider.callback()(request, response)
    const result = answered(target)
    if (result) return provider.interactionFinished(request, response, result)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
  return {
    url,
    clientId,
    add: (account) => void accounts.set(account.sub, account),
    signIn: async (start, account) => {
      accounts.set(account.sub, account)
      return Object.fromEntries((await follow(start, options.publicUrl, account.sub)).searchParams)
    },
    asked: () => asked,
    rotate: () => {
      provided = provide(newKey(randomUUID()))
    },
    forge: (make) => {
      forged = make
    },
    resign: (idToken, change) => resigned(firstKey(), idToken, change),
    warmUp: async () => {
      await fetch(new URL('/jwks', url))
    },
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
