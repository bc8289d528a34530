import type { Profile } from '@atrium/contract'
import * as oidc from 'openid-client'
import { outsideCall } from '../../../platform/observability/outside-calls.ts'
import { RejectedIdToken } from './failure.ts'

/** Values that the browser must return with the provider's response. */
export interface SsoAttempt {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier (RFC 7636). */
  readonly verifier: string
}

/** Parameters with which the browser returns from the provider. */
interface SsoReturn {
  /** Authorization code; '' in case of an error. */
  readonly code: string
  /** Error code of the provider; '' on success. */
  readonly error: string
  readonly state: string
  /** Issuer of the response (RFC 9207); '' if missing. */
  readonly iss: string
}

/** A user's identity at the provider. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** E-mail address, if the provider has verified it. */
  readonly verifiedEmail: string | undefined
}

/** The deployment's identity provider, used with the authorization code flow of OpenID Connect. */
export interface SingleSignOn {
  /** Returns the URL to which the browser is redirected. @throws if the provider cannot be reached */
  begin(): Promise<SsoAttempt & { readonly url: string }>
  /**
   * Exchanges the code for the user's identity.
   * @throws errors that `failureOf` explains
   */
  finish(attempt: SsoAttempt, returned: SsoReturn): Promise<SsoIdentity>
}

/** Timeout of requests to the provider, in seconds. */
const requestTimeout = 10
/** Timeout for the provider's metadata, in seconds. The browser's redirect waits for it. */
const discoveryTimeout = 5
/** Milliseconds for which loaded metadata proves that the provider is available. */
const discoveryLifetime = 5_000
/** Maximum difference between the provider's clock and ours, in seconds. */
const clockTolerance = 60

const scope = 'openid profile email'

const send: oidc.CustomFetch = (url, options) =>
  outsideCall(
    { to: 'identity-provider' },
    // The library only creates bodies that fetch accepts.
    () => fetch(url, options as RequestInit),
    ({ ok }) => (ok ? 'done' : 'status'),
  )

async function discover(issuer: URL, clientId: string, secret: string | undefined) {
  const config = await oidc.discovery(
    issuer,
    clientId,
    { [oidc.clockTolerance]: clockTolerance },
    secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret),
    {
      timeout: discoveryTimeout,
      [oidc.customFetch]: send,
      execute: [
        // Verify ID tokens by their signature too, even though they come directly from the provider.
        oidc.enableNonRepudiationChecks,
        // The operator has configured http:// in the profile.
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  config.timeout = requestTimeout
  return config
}

/**
 * Reads the provider's metadata and keys, and caches them for a few seconds. If the provider is unavailable, a
 * redirected browser would show its own error without a way back. So we request the metadata first, once for all
 * browsers within these seconds.
 * @returns a function that throws if the provider does not respond
 */
function discovered(issuer: URL, clientId: string, secret: string | undefined) {
  let found: oidc.Configuration | undefined
  let foundAt = 0
  let asking: Promise<oidc.Configuration> | undefined
  const ask = async () => {
    try {
      found = await discover(issuer, clientId, secret)
      foundAt = performance.now()
      return found
    } finally {
      asking = undefined
    }
  }
  const askOnce = () => (asking ??= ask())
  return async () => (found && performance.now() - foundAt < discoveryLifetime ? found : askOnce())
}

async function identityOf(config: oidc.Configuration, tokens: Awaited<ReturnType<typeof exchange>>) {
  const claims = tokens.claims()
  if (!claims) throw new Error('the identity provider sent no ID token')
  if (claims.sub.trim() === '') throw new RejectedIdToken('no_subject')
  if (claims.iat > Date.now() / 1000 + clockTolerance) throw new RejectedIdToken('issued_later')
  // Providers may omit the address from the ID token if it can be requested separately.
  const facts = claims.email === undefined ? await userInfo(config, tokens.access_token, claims.sub) : claims
  const { email, email_verified: verified } = facts
  const verifiedEmail = typeof email === 'string' && verified === true ? email : undefined
  return { issuer: claims.iss, subject: claims.sub, verifiedEmail }
}

const userInfo = (config: oidc.Configuration, accessToken: string, subject: string) =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? Promise.resolve<{ email?: string; email_verified?: boolean }>({})
    : oidc.fetchUserInfo(config, accessToken, subject)

const exchange = (config: oidc.Configuration, redirect: string, attempt: SsoAttempt, returned: SsoReturn) => {
  const { code, error, state, iss } = returned
  // Only one issuer is configured, so a missing `iss` cannot be confused with another issuer's.
  const response = { ...(error ? { error } : { code }), state, iss: iss || config.serverMetadata().issuer }
  const query = new URLSearchParams(response)
  return oidc.authorizationCodeGrant(config, new URL(`${redirect}?${query}`), {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  })
}

/**
 * Creates the identity provider of a profile; undefined if none is configured.
 * @param secret client secret of the suite; without it the suite is a public client
 */
export function singleSignOn(profile: Profile, secret: string | undefined): SingleSignOn | undefined {
  const { issuer, clientId } = profile.sso
  if (issuer === '') return undefined
  const redirect = () => `${profile.publicUrl}/`
  const metadata = discovered(new URL(issuer), clientId, secret)
  return {
    begin: async () => {
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const url = oidc.buildAuthorizationUrl(await metadata(), {
        redirect_uri: redirect(),
        scope,
        state,
        nonce,
        code_challenge_method: 'S256',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      })
      return { url: url.href, state, nonce, verifier }
    },
    finish: async (attempt, returned) => {
      const config = await metadata()
      return identityOf(config, await exchange(config, redirect(), attempt, returned))
    },
  }
}

declare module '../../../platform/http/work.ts' {
  interface Services {
    /** The deployment's identity provider; undefined if none is configured. */
    readonly sso: SingleSignOn | undefined
  }
}
