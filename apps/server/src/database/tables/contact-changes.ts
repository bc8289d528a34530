import type { ContactKind } from '@atrium/contract'
import type { Stamp } from './columns.ts'

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
  createdAt: Stamp
  expiresAt: Date
}
