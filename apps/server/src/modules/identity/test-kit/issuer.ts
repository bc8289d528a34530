import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { jest } from '@jest/globals'
import Provider, { type Configuration } from 'oidc-provider'

/** A person at the identity provider. */
export interface IssuerAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** A real OpenID provider on a port of its own. */
export interface TestIssuer {
  readonly url: string
  readonly clientId: string
  /** Goes where the suite sends a browser and signs in there. @returns the query that the suite is returned to with */
  readonly signIn: (url: string, account: IssuerAccount) => Promise<Record<string, string>>
  readonly close: () => Promise<void>
}

export interface IssuerOptions {
  /** Where the suite is, as its profile says. */
  readonly publicUrl: string
  /** How long a code is good for. Seconds. */
  readonly codeSeconds?: number
  readonly clientSecret?: string
}

const clientId = 'atrium'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }

const configure = (options: IssuerOptions, accounts: Map<string, IssuerAccount>): Configuration => ({
  clients: [
    {
      client_id: clientId,
      redirect_uris: [`${options.publicUrl}/`],
      ...(options.clientSecret === undefined
        ? { token_endpoint_auth_method: 'none' }
        : { client_secret: options.clientSecret, token_endpoint_auth_method: 'client_secret_basic' }),
    },
  ],
  jwks: { keys: [jwk] },
  cookies: { keys: ['a key for tests alone'] },
  claims: { openid: ['sub'], profile: [], email: ['email', 'email_verified'] },
  features: { devInteractions: { enabled: false } },
  ttl: {
    ...{ AccessToken: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
    AuthorizationCode: options.codeSeconds ?? 60,
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  // Everything asked for is granted.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
})

/** Follows redirects as a browser does, cookies included, until one leads back to the suite. */
async function follow(url: string, publicUrl: string, account: string): Promise<URL> {
  const jar = new Map<string, string>()
  for (let place = new URL(url); ; ) {
    if (place.href.startsWith(`${publicUrl}/`)) return place
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(place, { redirect: 'manual', headers: { cookie, 'x-account': account } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`${place.pathname} answered ${response.status} ${await response.text()}`)
    place = new URL(next, place)
  }
}

/** Makes something without its warnings, such as that a provider which forgets everything is no good for work. */
function quietly<Made>(make: () => Made): Made {
  const warnings = jest.spyOn(console, 'warn').mockImplementation(() => {})
  try {
    return make()
  } finally {
    warnings.mockRestore()
  }
}

/** Starts an identity provider that knows the suite. */
export async function startIssuer(options: IssuerOptions): Promise<TestIssuer> {
  const accounts = new Map<string, IssuerAccount>()
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const provider = quietly(() => new Provider(url, configure(options, accounts)))
  const serve = provider.callback()
  listener = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response)
    const accountId = String(request.headers['x-account'])
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
  return {
    url,
    clientId,
    signIn: async (start, account) => {
      accounts.set(account.sub, account)
      return Object.fromEntries((await follow(start, options.publicUrl, account.sub)).searchParams)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
