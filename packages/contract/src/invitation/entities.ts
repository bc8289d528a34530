import * as z from 'zod/mini'
import { linkKey } from '../account/email-calls.ts'
import { answeredEmail } from '../core/email.ts'
import { digits, inputModes, reference, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { newUserName, optionalOneTimeCode } from '../identity/contacts.ts'
import { OptionalEncryptedPassword } from '../identity/passwords.ts'

/**
 * State of an invitation. An accepted one is `waiting` while a product has not confirmed its grants, and `refused`
 * while a product's rejection is undecided.
 */
export const invitationStates = ['pending', 'waiting', 'accepted', 'refused', 'expired', 'withdrawn'] as const
export type InvitationState = (typeof invitationStates)[number]

/** Maximum number of an invitation's studies that are named. */
export const maxInvitationStudies = 20

/** An invitation of an address into a tenant, as administrators see it. */
export const Invitation = z.object({
  id: z.string(),
  email: answeredEmail,
  /** The tenant role that acceptance gives, in the caller's language; '' for none. */
  roleName: z.string(),
  /** The first studies that acceptance authorizes for, each with its product in the caller's language. */
  studies: z.array(z.object({ softName: z.string(), studyName: z.string() })),
  studyCount: z.number(),
  /** The full name of the inviter. */
  inviterName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
  /** ISO 8601, UTC. */
  expireTime: z.string(),
  state: z.enum(invitationStates),
  /** Why it cannot be accepted although it is pending, in the caller's language; '' if it can. */
  refusal: z.string(),
  /** Undecided rejections of products: the authorization, the product in the caller's language, and its message. */
  refusals: z.array(
    z.object({ id: z.string(), softName: z.string(), studyName: z.string(), reason: z.string() }),
  ),
  /** Whether the caller may decide on its rejections. */
  mayDecide: z.boolean(),
  /** Whether the caller may send it again. */
  mayResend: z.boolean(),
})
export type Invitation = z.output<typeof Invitation>

/** A position to choose from. */
export const Position = z.object({ id: z.string(), name: z.string() })
export type Position = z.output<typeof Position>

/** Data of an invitation for the registration page. */
export const Registration = z.object({
  tenantName: z.string(),
  /** Name, user name and masked phone of the address's account; '' without one. */
  name: z.string(),
  username: z.string(),
  /** The address that was invited; it cannot be changed. */
  email: answeredEmail,
  phone: z.string(),
  remark: z.string(),
  key: z.string(),
  /** Whether the address belongs to somebody with an account: then there is no password to choose. */
  isUser: z.boolean(),
  /** The position that the invitation proposes, or ''. */
  positionId: z.string(),
  positionList: z.array(Position),
  /** An addition: whether registering takes a code that was sent to the phone. */
  phoneCodeNeeded: z.boolean(),
})
export type Registration = z.output<typeof Registration>

/** Input of accepting an invitation. A user with an account sends only key and position. */
export const RegistrationInput = z.object({
  key: linkKey,
  positionId: reference,
  name: text(100),
  username: text(64),
  password: OptionalEncryptedPassword,
  phone: digits(20),
  /** The code sent to the phone, if one is needed. */
  phoneCode: optionalOneTimeCode,
  remark: text(500),
})

/** The number of somebody new: digits only. */
export const requiredPhone = requiredText(20)
  .check(
    z.refine((value) => /^\d*$/.test(value), textKey('rule.digits')),
    z.refine((value) => value === '' || value.length >= 5, textKey('rule.phone')),
  )
  .register(inputModes, { inputMode: 'numeric' })

/** Further required fields of a new user; the form checks them too, with the password in the clear. */
export const NewRegistration = z.object({
  name: requiredText(100),
  username: newUserName,
  phone: requiredPhone,
})
