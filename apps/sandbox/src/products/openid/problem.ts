import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import type { SignInProblem } from '../notices.ts'
import { ForeignProduct } from './user.ts'

/** Errors in a response itself, not in reaching the suite. */
const invalid = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])

/** The suite's codes for being unavailable (RFC 6749, 4.1.2.1). */
const away = new Set(['server_error', 'temporarily_unavailable'])

const ofStatus = (status: number): SignInProblem =>
  status >= 500 || status === 429 ? 'unreachable' : 'rejected'

/** Returns why a sign-in failed, from the error that ended it. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'denied'
    return away.has(error.error) ? 'unreachable' : 'rejected'
  }
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return ofStatus(error.status)
  if (error instanceof ForeignProduct || error instanceof z.core.$ZodError) return 'rejected'
  return error instanceof oidc.ClientError && invalid.has(error.code ?? '') ? 'rejected' : 'unreachable'
}
