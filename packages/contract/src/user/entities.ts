import * as z from 'zod/mini'
import { changedRolePeriod, rolePeriod, shownRolePeriod } from '../core/access-period.ts'
import { displayedEmail, email } from '../core/email.ts'
import { anyText, id, optionalId, reference, requiredText, rowVersion, text } from '../core/fields.ts'
import { languages } from '../core/language.ts'
import { textKey } from '../core/texts.ts'
import { newUserName, phone } from '../identity/contacts.ts'
import { birthday } from '../identity/self-calls.ts'
import { User } from '../identity/user.ts'
import { regionFields } from '../region/entities.ts'

/** State of a user: '1' cannot sign in. */
export const userStatus = { normal: '0', locked: '1' } as const
/** '1': a special user, who appears in lists only on request. */
export const userTypes = { normal: '0', special: '1' } as const

/** 0 male, 1 female, '' unknown. */
const sex = z.enum(['', '0', '1'], textKey('rule.choice'))
const userType = z.enum([userTypes.normal, userTypes.special], textKey('rule.choice'))
const userLanguage = z.enum(languages, textKey('rule.choice'))

/** Name and contact details of a user. */
const important = { fullName: requiredText(100), email, phone }

/** A new user, or a user with an account who gets a system role (see `ucId`). */
export const UserInput = z.object({
  userName: newUserName,
  ...important,
  roleId: reference,
  ...rolePeriod,
  birthday: z.optional(birthday),
  sex: z.optional(sex),
  /** Normal by default. */
  userType: z.optional(userType),
  /** Chinese by default. */
  language: z.optional(userLanguage),
  ...regionFields,
  remark: text(500),
  /**
   * Id of an existing user, from the call that pulls users. The user gets the role and the other given fields;
   * omitted or empty ones stay unchanged.
   */
  ucId: optionalId,
})

/** Basic edit of a user. Omitted fields stay unchanged. */
export const UserBasics = z.object({
  id,
  roleId: z.optional(reference),
  ...changedRolePeriod,
  status: z.optional(z.enum([userStatus.normal, userStatus.locked], textKey('rule.choice'))),
  birthday: z.optional(birthday),
  sex: z.optional(sex),
  userType: z.optional(userType),
  language: z.optional(userLanguage),
  /** The three region fields are sent together. */
  countryId: z.optional(anyText(64)),
  provinceId: z.optional(anyText(64)),
  cityId: z.optional(anyText(64)),
  remark: z.optional(anyText(500)),
  rowVersion,
})

/** Edit of name and contact details. A changed address becomes unverified again. */
export const UserImportant = z.object({ id, ...important, rowVersion })

/** A user in the list of users. */
export const ListedUser = z.extend(User, {
  /** Name of the system role in the caller's language, or ''. */
  roleName: z.string(),
  ...shownRolePeriod,
  /** Whether another identity source owns the user's name, contacts and password. */
  external: z.boolean(),
  /**
   * Whether the user has no more rights than the caller; otherwise every change to the user is rejected. Not in the
   * specification.
   */
  reachable: z.boolean(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type ListedUser = z.output<typeof ListedUser>

/** A user with an account. */
export const PulledUser = z.object({
  ucId: z.string(),
  fullName: z.string(),
  userName: z.string(),
  email: displayedEmail,
  phone: z.string(),
})
export type PulledUser = z.output<typeof PulledUser>
