import { parseProfile, signInStyles } from '@atrium/contract'
import * as oidc from 'openid-client'
import type { TestDatabase } from '../../../../test-support/index.ts'
import type { Suite, TestProduct } from '../../../app/test-kit/index.ts'
import type { Reachable } from '../../identity/sign-in/test-kit/index.ts'
import { atServer } from './browser.ts'

/** Addresses of a client. */
export interface ClientOptions {
  readonly redirectUrls?: readonly string[]
  readonly signedOutUrls?: readonly string[]
  readonly logoutUrl?: string
}

const page = 'https://edc.example'

/** Makes a domain a client: its product signs in by OpenID Connect, and it has addresses to return to. */
export async function addClient(
  { owner }: TestDatabase,
  { softwareId }: TestProduct,
  tenantUrlId: string,
  { redirectUrls = [`${page}/callback`], signedOutUrls = [page], logoutUrl = '' }: ClientOptions = {},
): Promise<void> {
  await owner
    .updateTable('software')
    .set({ signInStyle: signInStyles.openId })
    .where('id', '=', softwareId)
    .execute()
  await owner
    .updateTable('tenantUrl')
    .set({ redirectUrls: [...redirectUrls], signedOutUrls: [...signedOutUrls], logoutUrl })
    .where('id', '=', tenantUrlId)
    .execute()
}

interface Begun {
  readonly url: URL
  readonly checks: oidc.AuthorizationCodeGrantChecks
}

/** A product that signs its users in through the provider, played by a certified library. */
export interface RelyingParty {
  readonly config: oidc.Configuration
  /** Begins a sign-in. `parameters` are added to the request, or replace those of the usual one. */
  readonly begin: (parameters?: Record<string, string>) => Promise<Begun>
  /** Exchanges the code in an address to which the browser returned. */
  readonly finish: (
    returned: URL,
    checks: oidc.AuthorizationCodeGrantChecks,
  ) => ReturnType<typeof oidc.authorizationCodeGrant>
}

const issuer = `${parseProfile({}).publicUrl}/oidc`

/** Returns a function that calls the test's server at the suite's public address. */
export const atIssuer =
  (server: Reachable): oidc.CustomFetch =>
  (url, options) =>
    fetch(atServer(server, url), options as RequestInit)

/** Discovers the provider as a client. */
export async function relyingParty(
  server: Reachable,
  clientId: string,
  secret: string,
): Promise<RelyingParty> {
  const config = await oidc.discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'ES256' },
    oidc.ClientSecretBasic(secret),
    {
      [oidc.customFetch]: atIssuer(server),
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    },
  )
  return {
    config,
    begin: async (parameters = {}) => {
      const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: `${page}/callback`,
        scope: 'openid profile email phone studies',
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...parameters,
      })
      return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true } }
    },
    finish: (returned, checks) => oidc.authorizationCodeGrant(config, returned, checks),
  }
}

/** Makes a tenant's domain a client, and returns the product that signs its users in there. */
export async function addParty(
  { database, server }: Suite,
  product: TestProduct,
  tenantUrlId: string,
): Promise<RelyingParty> {
  await addClient(database, product, tenantUrlId)
  return relyingParty(server, tenantUrlId, product.key)
}
