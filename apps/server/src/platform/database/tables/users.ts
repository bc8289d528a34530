import type { ContactKind } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, TenantKey, Text, Timestamp } from './columns.ts'

/** A person who can sign in. Users belong to no tenant and are never deleted, so names are never reused. */
export interface AppUserTable extends Edited {
  id: string
  fullName: string
  /** English form of the name; '' if there is none, and after a change of the name. */
  fullNameEn: Text
  userName: string
  /** Folded user name: unique, and used for lookup at sign-in. */
  userNameKey: string
  email: Text
  emailKey: string | null
  /** 1: not verified yet. 0: verified. */
  emailValid: Generated<number>
  phone: Text
  phoneKey: string | null
  /** Like `emailValid`. The database sets it to 1 when `phoneKey` changes. */
  phoneValid: Generated<number>
  /** yyyy-MM-dd. */
  birthday: string | null
  /** '0' male, '1' female, '' unknown. */
  sex: Text
  /** System role; null for users who belong only to tenants. */
  roleId: string | null
  /** '0' normal, '1' locked. */
  status: Generated<string>
  /** '0' normal, '1' special: left out of lists. */
  userType: Generated<string>
  remark: Text
  language: Generated<string>
  /** Id in an external identity source. */
  ucId: Text
  /** External identity source that stores the password; '' for Atrium. */
  org: Text
  countryId: string | null
  provinceId: string | null
  cityId: string | null
  /** argon2id in PHC format; null while there is no password. */
  passwordHash: string | null
  passwordChangedAt: Date | null
  /** Whether somebody else set the password. */
  passwordMustChange: Generated<boolean>
  /** Expiry of a password that was sent to the user; null for one that the user chose. */
  passwordValidUntil: Date | null
  /** Devices of sign-ins before this instant no longer count as known; null if all do. */
  devicesSince: Date | null
  /** User who added or invited this user; null if there was none or it is unknown. */
  addedBy: string | null
  /** Period of the system role until the first instant after it; null for no limit. */
  roleFrom: Date | null
  roleUntil: Date | null
  /** User who chose the end of the role; null if nobody did. */
  roleUntilBy: string | null
  /** Number of days before the end of the latest reminder. */
  roleReminded: number | null
  /** When the person was pseudonymised; null if not. */
  pseudonymisedAt: Date | null
}

/** Skeleton of a user name (UTS 39), ignoring case. No other name may have the same skeleton. */
export interface UserNameLookTable {
  look: string
  userId: string
}

/** A membership: a user in a tenant. */
export interface TenantUserTable extends TenantKey, Edited {
  userId: string
  /** Tenant role. */
  roleId: string | null
  /** Dictionary entry of category 3. */
  typeId: string | null
  /** Dictionary entry of category 2. */
  positionId: string | null
  /** 0 enabled, 1 disabled. */
  enabled: Generated<number>
  joinDate: Timestamp
  /** Copies of the user's columns for searching and sorting lists. The database maintains them. */
  fullName: Generated<string>
  userNameKey: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  phoneKey: Generated<string | null>
  userType: Generated<string>
  /** Periods of the membership and of its role, like `roleFrom` and so on of a user. */
  accessFrom: Date | null
  accessUntil: Date | null
  accessUntilBy: string | null
  accessReminded: number | null
  roleFrom: Date | null
  roleUntil: Date | null
  roleUntilBy: string | null
  roleReminded: number | null
}

/** A change of a user's own contact that is pending until the user enters the code. */
export interface ContactChangeTable {
  userId: string
  kind: ContactKind
  contact: string
  /** Future `app_user.email_key` or `phone_key`. */
  contactKey: string
  /** Key when the change began. Any other change of the contact ends this one. */
  replacedKey: string | null
  /** `app_user.password_changed_at` when the change began. A new password ends it. */
  passwordChangedAt: Date | null
  createdAt: Timestamp
  expiresAt: Date
}
