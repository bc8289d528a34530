import * as z from 'zod/mini'
import { linkKey } from '../account/email-calls.ts'
import { shownAccessPeriod } from '../core/access-period.ts'
import { displayedEmail } from '../core/email.ts'
import { digits, inputModes, reference, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { newUserName, optionalOneTimeCode } from '../identity/contacts.ts'
import { OptionalEncryptedPassword } from '../identity/passwords.ts'

/**
 * State of an invitation. An accepted one is `waiting` until the products have confirmed its grants, and `refused`
 * while a product's rejection is undecided.
 */
export const invitationStates = ['pending', 'waiting', 'accepted', 'refused', 'expired', 'withdrawn'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Maximum number of studies listed for an invitation. */
export const maxInvitationStudies = 20

/** Invitation of an e-mail address into a tenant, as administrators see it. */
export const Invitation = z.object({
  id: z.string(),
  email: displayedEmail,
  /** Tenant role that the user gets on acceptance, in the caller's language; '' for none. */
  roleName: z.string(),
  /** First studies for which acceptance authorizes the user, each with its product in the caller's language. */
  studies: z.array(z.object({ softName: z.string(), studyName: z.string() })),
  studyCount: z.number(),
  /** Full name of the inviter. */
  inviterName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  /** ISO 8601, UTC. */
  expireTime: z.string(),
  /** Period of the future membership. Not in the specification. */
  ...shownAccessPeriod,
  state: z.enum(invitationStates),
  /** Why a pending invitation cannot be accepted, in the caller's language; '' if it can. */
  refusal: z.string(),
  /**
   * Undecided rejections by products: id of the authorization, product name in the caller's language, and the
   * product's message.
   */
  refusals: z.array(
    z.object({ id: z.string(), softName: z.string(), studyName: z.string(), reason: z.string() }),
  ),
  /** Whether the caller may decide on these rejections. */
  mayDecide: z.boolean(),
  /** Whether the caller may send the invitation again. */
  mayResend: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** A position that the user may choose. */
export const Position = z.object({ id: z.string(), name: z.string() })
export type Position = z.output<typeof Position>

/** Data of an invitation for the registration page. */
export const Registration = z.object({
  tenantName: z.string(),
  /** Name, user name and masked phone of the account with the invited address; '' without an account. */
  name: z.string(),
  username: z.string(),
  /** The invited address, which the user cannot change. */
  email: displayedEmail,
  phone: z.string(),
  remark: z.string(),
  key: z.string(),
  /** Whether the address belongs to an existing account, so that the user does not choose a password. */
  isUser: z.boolean(),
  /** The position that the invitation proposes, or ''. */
  positionId: z.string(),
  positionList: z.array(Position),
  /** Whether registration requires a code sent to the phone. Not in the specification. */
  phoneCodeNeeded: z.boolean(),
})
export type Registration = z.output<typeof Registration>

/** Input for accepting an invitation. A user with an account sends only key and position. */
export const RegistrationInput = z.object({
  key: linkKey,
  positionId: reference,
  name: text(100),
  username: text(64),
  password: OptionalEncryptedPassword,
  phone: digits(20),
  /** The code sent to the phone, if one is required. */
  phoneCode: optionalOneTimeCode,
  remark: text(500),
})

/** Phone number of a new user, digits only. */
export const requiredPhone = requiredText(20)
  .check(
    z.refine((value) => /^\d*$/.test(value), textKey('rule.digits')),
    z.refine((value) => value === '' || value.length >= 5, textKey('rule.phone')),
  )
  .register(inputModes, { inputMode: 'numeric' })

/** Further required fields of a new user. The form checks them too, with the password in plain text. */
export const NewRegistration = z.object({
  name: requiredText(100),
  username: newUserName,
  phone: requiredPhone,
})
