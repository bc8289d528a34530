/** What each template is told. Times that a reader is to know are here too, so that text and expiry agree. */
export interface TemplateParams {
  /** The code of a sign-in by phone. */
  signInCode: Expiring & { readonly code: string }
  /** The code that proves a forgotten password's owner. */
  passwordResetCode: Expiring & { readonly code: string }
  /** Tells somebody that their password was set anew, in case that it was not them. */
  passwordWasReset: { readonly userName: string; readonly at: Date }
  /** Tells somebody under which name they sign in. */
  userNameReminder: { readonly userName: string }
  /** Asks somebody to prove that an e-mail address is theirs. */
  emailVerification: Expiring & { readonly key: string }
  /** Asks somebody to join a tenant. */
  invitation: Expiring & { readonly tenantName: string; readonly key: string }
  /** Hands somebody the password that an administrator had made for them. */
  newPassword: Expiring & { readonly userName: string; readonly password: string }
}

/** A message with a code, key or password in it: neither sent nor kept for longer than that is good. */
interface Expiring {
  /** Seconds from now. */
  readonly lifeSeconds: number
}

export type TemplateName = keyof TemplateParams

/** The templates that are short enough for an SMS. */
export type SmsTemplate = 'signInCode' | 'passwordResetCode' | 'passwordWasReset' | 'userNameReminder'

/** A template with what it is told. */
export type Content<Name extends TemplateName = TemplateName> = {
  [N in Name]: { readonly template: N; readonly params: TemplateParams[N] }
}[Name]
