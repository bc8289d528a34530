import * as oidc from 'openid-client'

/** Why signing in by the identity provider came to nothing. */
export interface SsoFailure {
  /**
   * `cancelled`: the person did not want to. `refused`: the code, or what came with it, is used, late or somebody else's.
   * unavailable: the provider was away or faulty. unknown, locked: the provider knows the person, but the suite does
   * not, or does not let them in.
   */
  readonly kind: 'cancelled' | 'refused' | 'unavailable' | 'unknown' | 'locked'
  /** For the log: words of the protocol and of the library, nothing that the browser or the provider sent. */
  readonly reason: string
}

/** Errors of the response itself, not of the way to the provider. */
const rejections = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  // An ID token under a key that the provider does not publish, or in no way that can be checked.
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The provider's own words for being away (RFC 6749, 4.1.2.1). */
const away = new Set(['server_error', 'temporarily_unavailable'])

/** An error code of the protocol. Anybody can put any text into an address. */
const named = (code: string): string => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown_error')

/** The browser's result without a code. */
export function returnedFailure(error: string): SsoFailure {
  if (error === 'access_denied') return { kind: 'cancelled', reason: error }
  return { kind: away.has(error) ? 'unavailable' : 'refused', reason: named(error) }
}

/** Returns why the provider could not be reached: the code of the error, or of its cause. */
function transportReason(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown_error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'cause' in error ? transportReason(error.cause) : 'unknown_error'
}

/** An ID token that the library accepts, but the suite does not. */
export class RejectedIdToken extends Error {
  /** For the log. */
  readonly reason: string

  constructor(reason: 'no_subject' | 'issued_later') {
    super(reason)
    this.reason = reason
  }
}

/** Explains an error of the way to the provider or of its responses. */
export function failureOf(error: unknown): SsoFailure {
  if (error instanceof RejectedIdToken) return { kind: 'refused', reason: error.reason }
  if (error instanceof oidc.AuthorizationResponseError) return returnedFailure(error.error)
  if (error instanceof oidc.ResponseBodyError) {
    const kind = error.error === 'invalid_grant' ? 'refused' : 'unavailable'
    return { kind, reason: named(error.error) }
  }
  if (error instanceof oidc.ClientError && error.code !== undefined)
    return { kind: rejections.has(error.code) ? 'refused' : 'unavailable', reason: error.code }
  return { kind: 'unavailable', reason: transportReason(error) }
}
