import type { Profile } from '@atrium/contract'
import * as oidc from 'openid-client'
import { outsideCall } from '../../../platform/observability/outside-calls.ts'
import { RejectedIdToken } from './failure.ts'

/** Values that the browser must bring back from the provider. */
export interface SsoAttempt {
  readonly state: string
  readonly nonce: string
  /** The PKCE verifier (RFC 7636). */
  readonly verifier: string
}

/** Result that the browser brings back. */
interface SsoReturn {
  /** The authorization code; '' if an error came instead. */
  readonly code: string
  /** Why the provider sent the browser back without a code; '' if it did not. */
  readonly error: string
  readonly state: string
  /** The issuer of the response (RFC 9207); '' if it was not passed on. */
  readonly iss: string
}

/** A person as the provider knows them. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** The e-mail address, if the provider vouches for it. */
  readonly verifiedEmail: string | undefined
}

/** The deployment's identity provider, by OpenID Connect's authorization code flow. */
export interface SingleSignOn {
  /** Returns the URL to which the browser is redirected. @throws if the provider cannot be reached */
  begin(): Promise<SsoAttempt & { readonly url: string }>
  /** Exchanges the code. @throws what `failureOf` explains */
  finish(attempt: SsoAttempt, returned: SsoReturn): Promise<SsoIdentity>
}

/** The longest that the provider may take for a response, in seconds. */
const requestTimeout = 10
/** The same for the provider's metadata, which the browser's redirection waits for, in seconds. */
const discoveryTimeout = 5
/** How long such a response proves that the provider is available, in milliseconds. */
const discoveryLifetime = 5_000
/** How far its clock may be from ours, in seconds. */
const clockTolerance = 60

const scope = 'openid profile email'

const send: oidc.CustomFetch = (url, options) =>
  outsideCall(
    { to: 'identity-provider' },
    // The library's bodies are those that fetch takes.
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
        // ID tokens are also verified by their signature, not only by their way.
        oidc.enableNonRepudiationChecks,
        // The operator has chosen http:// in the profile.
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )
  config.timeout = requestTimeout
  return config
}

/**
 * Reads the provider's metadata and keys, and keeps them for a few seconds. A browser that is sent to a provider which
 * is away shows its own error without a way back, so the provider is asked before, once for all browsers within these
 * seconds.
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
  // Providers may leave the address out of the ID token if it can be requested separately.
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
  // There is one issuer, so that a page that drops `iss` mixes nobody up.
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
 * The identity provider of a profile; undefined if it names none.
 *
 * @param secret what the provider knows the suite by; without it the suite is a public client
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
    /** The deployment's identity provider; undefined if the profile names none. */
    readonly sso: SingleSignOn | undefined
  }
}
