/** The closed set of codes that an envelope may carry. */
export const codes = {
  ok: 200,
  /** Wrong user name, password or captcha. */
  badCredentials: 20001,
  /** Wrong or expired one-time code. */
  badCode: 20002,
  /** A limit on messages sent, on requests per day or on attempts was reached. */
  limitReached: 20004,
  /** A linked product rejected the request or failed. */
  productFailed: 30001,
  /** The request carried no session. */
  noSession: 401,
  /** The session expired. */
  sessionExpired: 20006,
  /** The session was ended by a password reset, the loss of a role, or an administrator. */
  sessionEnded: 21018,
  /** The licence is used up, expired or not yet valid. */
  licence: 402,
  forbidden: 403,
  /** The record does not exist, or belongs to another tenant. */
  notFound: 404,
  conflict: 409,
  invalid: 422,
  switchedOff: 501,
  captchaNeeded: 701,
  mustChangePassword: 27006,
} as const

export type Code = (typeof codes)[keyof typeof codes]

const sessionInvalidCodes: ReadonlySet<number> = new Set([
  codes.noSession,
  codes.sessionExpired,
  codes.sessionEnded,
])

/** Whether a code means that the session has ended, so that the user must sign in again. */
export const isSessionInvalid = (code: number): boolean => sessionInvalidCodes.has(code)
