import { createHash, randomBytes } from 'node:crypto'
import type { Client } from 'undici'

/** A product of a tenant as a client of the provider. */
export interface Product {
  /** Issuer of the tokens, which is the provider's URL. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
}

/** Returns the issuer that a server of the suite names in its discovery document. */
export async function issuerOf(url: string): Promise<string> {
  const response = await fetch(`${url}/oidc/.well-known/openid-configuration`)
  return ((await response.json()) as { issuer: string }).issuer
}

/** URL to which every product has its sign-ins return. */
export const redirectUrl = 'https://product.example/callback'

const random = (): string => randomBytes(32).toString('base64url')

/** A request to sign in. */
export interface Request {
  readonly url: URL
  /** Secret of PKCE (RFC 7636). */
  readonly verifier: string
}

/** Begins a sign-in as a product does. */
export function beginSignIn({ issuer, clientId }: Product): Request {
  const verifier = random()
  const fields = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUrl,
    scope: 'openid profile email phone studies',
    state: random(),
    nonce: random(),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { url: new URL(`${issuer}/auth?${fields}`), verifier }
}

/** A request to the token endpoint. */
export interface Exchange {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns the request that exchanges the code with which the browser returned.
 * @throws Error if it returned without a code
 */
export function exchangeOf(
  { issuer, clientId, secret }: Product,
  { verifier }: Request,
  returned: URL,
): Exchange {
  const code = returned.searchParams.get('code')
  if (code === null) throw new Error(`The sign-in failed: ${returned.search}`)
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUrl,
    code_verifier: verifier,
  }
  return {
    path: `${new URL(issuer).pathname}/token`,
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(secret)}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  }
}

/** Exchanges a code. @throws Error with the response if it has no ID token */
export async function exchange(connection: Client, request: Exchange): Promise<void> {
  const response = await connection.request({ method: 'POST', ...request })
  const text = await response.body.text()
  if (!text.includes('"id_token":"')) throw new Error(`${response.statusCode} ${text}`)
}
