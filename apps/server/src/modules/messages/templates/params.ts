/** Parameters of each template. Lifetimes are included, so that the text and the actual expiry agree. */
export interface TemplateParams {
  /** Code for signing in by phone. */
  signInCode: Expiring & { readonly code: string }
  /** Code for resetting a forgotten password. */
  passwordResetCode: Expiring & { readonly code: string }
  /** Code that proves a change of the e-mail address, sent to a current contact. */
  emailChangeCode: AccountCode
  /** Code that proves a change of the phone number, sent to a current contact. */
  phoneChangeCode: AccountCode
  /** Code that proves ownership of a new address or number. The recipient may have nothing to do with the account. */
  newContactCode: Expiring & { readonly code: string }
  /** Notifies a user that their password was reset, in case someone else did it. */
  passwordWasReset: AccountNotice
  /** Notifies a user of their account's new e-mail address, in case someone else changed it. */
  emailWasChanged: AccountNotice & { readonly email: string }
  /** Notifies a user of their account's new phone number, in case someone else changed it. */
  phoneWasChanged: AccountNotice & { readonly phone: string }
  /** Reminds a user of their user name. */
  userNameReminder: { readonly userName: string }
  /**
   * Asks the recipient to verify an account's e-mail address. It names the account, because it may belong to someone
   * else.
   */
  emailVerification: Expiring & { readonly userName: string; readonly key: string }
  /** Invites the recipient to join a tenant. */
  invitation: Expiring & { readonly tenantName: string; readonly key: string }
  /** Notifies users that a tenant's administrator has added them, because they may not know the tenant. */
  addedToTenant: { readonly userName: string; readonly tenantName: string }
  /** Notifies a user of their new account and its first password. */
  newAccount: Expiring & { readonly userName: string; readonly password: string }
  /** Sends a user the password that an administrator had generated for them. */
  newPassword: Expiring & { readonly userName: string; readonly password: string }
  /** Reminds users of the end of a tenant's licence for a product. */
  licenceEnding: {
    /** User name of the recipient; '' for the tenant's contact, who may have no account. */
    readonly userName: string
    readonly tenantName: string
    /** Name of the product in the message's language. */
    readonly softwareName: string
    /** Last day of validity, as yyyy-MM-dd. */
    readonly endTime: string
    /** Days until the last day; 0 on that day itself. */
    readonly daysLeft: number
  }
  /** Reminds reviewers of a review of the audit trail. */
  trailReview: {
    readonly userName: string
    /** '' for the platform. */
    readonly tenantName: string
    /** Name of the review. */
    readonly name: string
    /** yyyy-MM-dd */
    readonly dueDay: string
  }
  /** Reminds users of the end of access that they granted. It never names roles in products, because of blinding. */
  accessEnding: {
    readonly userName: string
    /** '' for the platform. */
    readonly tenantName: string
    /** The first endings, in the message's language. */
    readonly endings: readonly AccessEnding[]
    /** Number of endings in total. */
    readonly count: number
  }
  /** Reminds people of trainings without which their access stops. */
  trainingsDue: {
    readonly userName: string
    readonly tenantName: string
    /** The first trainings, each with a study that needs it and the product's name in the message's language. */
    readonly trainings: readonly {
      readonly training: string
      readonly study: string
      readonly software: string
      /** Last day of access, yyyy-MM-dd. */
      readonly lastDay: string
    }[]
    /** Number of trainings in total. */
    readonly count: number
  }
  /** Notifies approvers of requests for access. It never names roles in products, because of blinding. */
  accessRequested: {
    readonly userName: string
    readonly tenantName: string
    /** The first requests, with the product's name in the message's language. */
    readonly requests: readonly {
      readonly person: string
      readonly study: string
      readonly software: string
    }[]
    /** Number of requests in total. */
    readonly count: number
  }
  /** Notifies a person that their request for access was approved, with the comment or ''. */
  accessApproved: AccessDecision
  /** Notifies a person that their request for access was declined. */
  accessDeclined: AccessDecision
  /** Notifies administrators of requests for unblinded access that one of them has to decide. */
  unblindingRequested: {
    readonly userName: string
    readonly tenantName: string
    readonly studyName: string
    /** Name of the product in the message's language. */
    readonly softwareName: string
    readonly requesterName: string
    /** The first people for whom it is requested. */
    readonly people: readonly string[]
    /** Number of people in total. */
    readonly count: number
  }
  /** Notifies the requester that unblinded access was approved, with the comment or ''. */
  unblindingApproved: UnblindingDecision
  /** Notifies the requester that unblinded access was declined, with the reason. */
  unblindingDeclined: UnblindingDecision
  /** Notifies the grantor that a product rejected a grant after their call had returned. */
  productRefused: {
    readonly userName: string
    readonly tenantName: string
    readonly studyName: string
    /** Name of the product in the message's language. */
    readonly softwareName: string
    /** The first of the rejected people, each with the product's reason or ''. */
    readonly people: readonly { readonly name: string; readonly reason: string }[]
    /** Number of people rejected in total. */
    readonly count: number
  }
  /** An access review has opened, or ends soon, and the reader still has to decide on some access. */
  readonly accessReview: {
    readonly userName: string
    /** '' for the platform. */
    readonly tenantName: string
    /** Name of the review. */
    readonly name: string
    /** Number of accesses without a decision. */
    readonly count: number
    /** yyyy-MM-dd */
    readonly lastDay: string
    /** Days until the last day, for a reminder; undefined when the review opens. */
    readonly daysLeft: number | undefined
  }
}

/** Access of a person that ends soon. */
interface AccessEnding {
  readonly kind: 'membership' | 'tenantRole' | 'systemRole' | 'study'
  readonly person: string
  /** Name of the role or the product; '' for a membership. */
  readonly what: string
  /** Name of the study; '' for everything else. */
  readonly study: string
  /** yyyy-MM-dd */
  readonly lastDay: string
}

/** Decision on a person's request for access. */
interface AccessDecision {
  readonly userName: string
  readonly tenantName: string
  readonly studyName: string
  /** Name of the product in the message's language. */
  readonly softwareName: string
  readonly reason: string
}

/** Decision on a request for unblinded access of a person. */
interface UnblindingDecision extends AccessDecision {
  readonly person: string
  readonly deciderName: string
}

/** A change of an account, with its time. */
interface AccountNotice {
  readonly userName: string
  readonly at: Date
}

/** A code that concerns an account. */
interface AccountCode extends Expiring {
  readonly userName: string
  readonly code: string
}

/** A message that contains a code, key or password. It is not sent or kept after that expires. */
interface Expiring {
  /** Lifetime in seconds from now. */
  readonly lifeSeconds: number
}

export type TemplateName = keyof TemplateParams

/** Templates that are short enough for an SMS. */
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
