import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'

/** The suite as the OpenID provider of a product. */
export interface Issuer {
  readonly url: string
  /**
   * Returns the product's client at a domain.
   * @throws if the suite cannot be reached
   */
  clientOf(clientId: string): Promise<oidc.Configuration>
  /**
   * Returns the suite's public keys.
   * @throws if the suite cannot be reached
   */
  keys(): Promise<JWTVerifyGetKey>
}

/** The suite signs its tokens with this algorithm. */
export const signingAlgorithm = 'ES256'

/** Timeout of a request to the suite, in seconds. */
const timeout = 15

/**
 * Returns the suite's issuer. The suite starts after the sandbox, so its metadata are read when they are first needed,
 * and again after a failure.
 * @param secret the product's key, which is also its client secret
 */
export function issuerOf(suiteUrl: string, appCode: string, secret: string): Issuer {
  const url = new URL('/oidc', suiteUrl)
  const authentication = oidc.ClientSecretBasic(secret)
  const settings = [
    // Verify the signature of ID tokens, although they come directly from the suite.
    oidc.enableNonRepudiationChecks,
    // On the same machine, the suite has no TLS.
    ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
  ]
  const discover = async () => {
    // The metadata are the same for every client, so the name of this one does not matter.
    const client = await oidc.discovery(url, appCode, {}, authentication, { timeout, execute: settings })
    const server = client.serverMetadata()
    if (server.jwks_uri === undefined) throw new Error('the issuer publishes no keys')
    return {
      server,
      keys: createRemoteJWKSet(new URL(server.jwks_uri), { timeoutDuration: timeout * 1000 }),
    }
  }
  let discovered: ReturnType<typeof discover> | undefined
  const discoverOnce = () => {
    discovered ??= discover().catch((error) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    url: url.href,
    clientOf: async (clientId) => {
      const { server } = await discoverOnce()
      const metadata = { id_token_signed_response_alg: signingAlgorithm }
      const client = new oidc.Configuration(server, clientId, metadata, authentication)
      client.timeout = timeout
      for (const apply of settings) apply(client)
      return client
    },
    keys: async () => (await discoverOnce()).keys,
  }
}
