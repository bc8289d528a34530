/** The closed set of codes that an envelope may carry. */
export const codes = {
  ok: 200,
  /** Wrong user name, password or captcha. */
  badCredentials: 20001,
  /** Wrong or expired one-time code. */
  badCode: 20002,
  /** A limit of sends, of a day or of tries is reached. */
  limitReached: 20004,
  /** A linked product rejected or failed. */
  productFailed: 30001,
  /** No session was sent. */
  noSession: 401,
  /** The session ran out. */
  sessionExpired: 20006,
  /** The session was ended: password reset, loss of a role, or an administrator. */
  sessionEnded: 21018,
  /** The licence is used up or out of its time. */
  licence: 402,
  forbidden: 403,
  /** It does not exist, or is another tenant's. */
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
