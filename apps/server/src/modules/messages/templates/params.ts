/** The parameters of each template. Times for the reader are included, so that text and expiry agree. */
export interface TemplateParams {
  /** The code of a sign-in by phone. */
  signInCode: Expiring & { readonly code: string }
  /** The code that proves a forgotten password's owner. */
  passwordResetCode: Expiring & { readonly code: string }
  /** The code, sent to a current contact, that proves a change of the e-mail address. */
  emailChangeCode: AccountCode
  /** The same for their phone. */
  phoneChangeCode: AccountCode
  /** The code that proves that a new address or number is theirs. Its reader may be a stranger to the account. */
  newContactCode: Expiring & { readonly code: string }
  /** Notifies a user that their password was reset, in case somebody else did it. */
  passwordWasReset: AccountNotice
  /** Notifies a user of a new e-mail address of their account, in case somebody else did it. */
  emailWasChanged: AccountNotice & { readonly email: string }
  /** Notifies a user of a new phone number of their account, in case somebody else did it. */
  phoneWasChanged: AccountNotice & { readonly phone: string }
  /** Reminds a user of their user name. */
  userNameReminder: { readonly userName: string }
  /** Asks somebody to prove that an account's e-mail address is theirs: the account is named, for it may not be. */
  emailVerification: Expiring & { readonly userName: string; readonly key: string }
  /** Asks somebody to join a tenant. */
  invitation: Expiring & { readonly tenantName: string; readonly key: string }
  /** Notifies a user that a tenant's administrator has added them: they may not know the tenant. */
  addedToTenant: { readonly userName: string; readonly tenantName: string }
  /** Notifies a user of their new account and its first password. */
  newAccount: Expiring & { readonly userName: string; readonly password: string }
  /** Hands somebody the password that an administrator had made for them. */
  newPassword: Expiring & { readonly userName: string; readonly password: string }
  /** Reminds users of the end of a tenant's licence for a product. */
  licenceEnding: {
    /** '' if the recipient is the tenant's contact, who may have no account. */
    readonly userName: string
    readonly tenantName: string
    /** In the message's language. */
    readonly softwareName: string
    /** The last day on which it is valid; yyyy-MM-dd. */
    readonly endTime: string
    /** 0 on that day. */
    readonly daysLeft: number
  }
  /** Notifies the grantor that a product rejected a grant after their call had ended. */
  productRefused: {
    readonly userName: string
    readonly tenantName: string
    readonly studyName: string
    /** In the message's language. */
    readonly softwareName: string
    /** The first of those who were rejected, each with the product's reason or ''. */
    readonly people: readonly { readonly name: string; readonly reason: string }[]
    /** How many were rejected in all. */
    readonly count: number
  }
}

/** An event of an account, and its time. */
interface AccountNotice {
  readonly userName: string
  readonly at: Date
}

/** A code that is about an account. */
interface AccountCode extends Expiring {
  readonly userName: string
  readonly code: string
}

/** A message with a code, key or password in it: neither sent nor kept for longer than that is good. */
interface Expiring {
  /** Seconds from now. */
  readonly lifeSeconds: number
}

export type TemplateName = keyof TemplateParams

/** The templates that are short enough for an SMS. */
export type SmsTemplate =
  | 'signInCode'
  | 'passwordResetCode'
  | 'emailChangeCode'
  | 'phoneChangeCode'
  | 'newContactCode'
  | 'passwordWasReset'
  | 'emailWasChanged'
  | 'phoneWasChanged'
  | 'userNameReminder'

/** A template with its parameters. */
export type Content<Name extends TemplateName = TemplateName> = {
  [N in Name]: { readonly template: N; readonly params: TemplateParams[N] }
}[Name]
