import { errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { SignOut } from '../sessions.ts'
import { type Issuer, signingAlgorithm } from './issuer.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

const LogoutToken = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  /** Seconds since 1970. */
  exp: z.number(),
  jti: z.string(),
  sid: z.optional(z.string()),
  sub: z.optional(z.string()),
  events: z.object({ [event]: z.looseObject({}) }),
  /** A logout token with a nonce could be a misused ID token. */
  nonce: z.optional(z.never()),
})

/** Maximum age of a logout token in seconds. */
const maxAge = 600
/** Maximum difference between the suite's clock and ours, in seconds. */
const clockTolerance = 30

/** Thrown for a logout token that must not end a session. The message contains no value of a claim. */
export class InvalidLogoutToken extends Error {}

/** Returns the claims of a signed token. */
async function verified(issuer: Issuer, audience: string[], token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, await issuer.keys(), {
      issuer: issuer.url,
      audience,
      typ: 'logout+jwt',
      algorithms: [signingAlgorithm],
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: maxAge,
      clockTolerance,
    })
    return payload
  } catch (error) {
    const isInvalid = error instanceof errors.JOSEError
    throw new InvalidLogoutToken(isInvalid ? error.message : 'the issuer cannot be reached')
  }
}

/**
 * Returns the check of logout tokens by OpenID Connect Back-Channel Logout 1.0, section 2.6. It accepts each token
 * once, and throws InvalidLogoutToken.
 * @param clientIds returns the domains that the product knows
 */
export function logoutTokenCheck(issuer: Issuer, clientIds: () => string[]) {
  /** Ends of the accepted tokens by `jti`, in seconds since 1970. */
  const seen = new Map<string, number>()
  return async (token: string): Promise<SignOut> => {
    const { data } = z.safeParse(LogoutToken, await verified(issuer, clientIds(), token))
    if (!data) throw new InvalidLogoutToken('a claim is missing, superfluous or malformed')
    const { aud, exp, jti, sid, sub } = data
    if (sid === undefined && sub === undefined) throw new InvalidLogoutToken('sid and sub are missing')
    if (seen.has(jti)) throw new InvalidLogoutToken('this token was used before')
    const now = Date.now() / 1000 - clockTolerance
    for (const [old, end] of seen) if (end < now) seen.delete(old)
    seen.set(jti, exp)
    return { clientIds: [aud].flat(), sid, userId: sub }
  }
}
