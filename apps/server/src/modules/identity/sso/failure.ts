import * as oidc from 'openid-client'

/** Reason why single sign-on failed. */
export interface SsoFailure {
  /**
   * `cancelled`: the user cancelled at the provider. `refused`: the code or its data was used, expired or issued to
   * another browser. `unavailable`: the provider was unreachable or faulty. `unknown`, `locked`: the provider
   * authenticated the user, but the suite has no such user or has locked them.
   */
  readonly kind: 'cancelled' | 'refused' | 'unavailable' | 'unknown' | 'locked'
  /** Reason for the log, in terms of the protocol or the library. Contains no input from the browser or provider. */
  readonly reason: string
}

/** Errors in the response itself, not in reaching the provider. */
const rejections = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  // The ID token is signed with an unpublished key or an unsupported algorithm.
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The provider's codes for being unavailable (RFC 6749, 4.1.2.1). */
const away = new Set(['server_error', 'temporarily_unavailable'])

/** Returns an error code of the protocol. The browser's URL may contain any text, so other values are replaced. */
const named = (code: string): string => (/^[a-z_]{1,40}$/.test(code) ? code : 'unknown_error')

/** Explains a return from the provider without a code. */
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

/** Thrown for an ID token that the library accepts but the suite does not. */
export class RejectedIdToken extends Error {
  /** Reason for the log. */
  readonly reason: string

  constructor(reason: 'no_subject' | 'issued_later') {
    super(reason)
    this.reason = reason
  }
}

/** Explains an error of the connection to the provider or of its responses. */
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
