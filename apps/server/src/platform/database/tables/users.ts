import type { ContactKind } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, TenantKey, Text, Timestamp } from './columns.ts'

/** A person who can sign in. Users belong to no tenant and are never deleted, so names are never reused. */
export interface AppUserTable extends Edited {
  id: string
  fullName: string
  /** Its English form; '' where there is none, and once the name has changed. */
  fullNameEn: Text
  userName: string
  /** The user name by NFKC and lower case: what is unique and what a sign-in looks up. */
  userNameKey: string
  email: Text
  emailKey: string | null
  /** 1: not verified yet. 0: verified. */
  emailValid: Generated<number>
  phone: Text
  phoneKey: string | null
  /** As `emailValid`. The database sets it to 1 where `phoneKey` changes. */
  phoneValid: Generated<number>
  /** yyyy-MM-dd. */
  birthday: string | null
  /** '0' male, '1' female, '' not known. */
  sex: Text
  /** System role; null for a user of tenants only. */
  roleId: string | null
  /** '0' normal, '1' locked. */
  status: Generated<string>
  /** '0' shown normally, '1' special. */
  userType: Generated<string>
  remark: Text
  language: Generated<string>
  /** Id in an external identity source. */
  ucId: Text
  /** External identity source that keeps this user's password; '' for our own. */
  org: Text
  countryId: string | null
  provinceId: string | null
  cityId: string | null
  /** argon2id in PHC form; null for somebody who has no password yet. */
  passwordHash: string | null
  passwordChangedAt: Date | null
  /** True when somebody else set the password. */
  passwordMustChange: Generated<boolean>
  /** When a password that was sent to its user ends; null for one that they chose. */
  passwordValidUntil: Date | null
  /** Devices that the user signed in on before are known no more; null where all are. */
  devicesSince: Date | null
  /** Who added or invited them; null where nobody did, or where that was before it was kept. */
  addedBy: string | null
}

/** What a user name looks like (UTS 39), without regard to case: no other may look the same. */
export interface UserNameLookTable {
  look: string
  userId: string
}

/** A person's place in a tenant. */
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
  /** The person's own, by which lists are searched and put in order; the database keeps them, whatever is written here. */
  fullName: Generated<string>
  userNameKey: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  phoneKey: Generated<string | null>
  userType: Generated<string>
}

/** A change of a user's own contact that waits for the code sent to the new one. */
export interface ContactChangeTable {
  userId: string
  kind: ContactKind
  contact: string
  /** As `app_user.email_key` or `phone_key` will have it. */
  contactKey: string
  /** The key that the user had when the change began: it ends with that one, whoever puts another in its place. */
  replacedKey: string | null
  /** The password's date when the change began: it ends with that password. */
  passwordChangedAt: Date | null
  createdAt: Timestamp
  expiresAt: Date
}
