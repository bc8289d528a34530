import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** Somebody's invitation into a tenant, good for one acceptance. */
export interface InvitationTable extends TenantKey, Edited {
  /** SHA-256 of the key that the e-mail carries, hex. */
  keyHash: string
  /** The same of keys that newer ones have replaced, the oldest first. */
  formerKeyHashes: Generated<string[]>
  email: string
  emailKey: string
  language: string
  /** What the tenant user will be; role, type and position of the dictionary. */
  roleId: string | null
  typeId: string | null
  positionId: string | null
  /** What else acceptance brings, for whoever invited; an object. Written as JSON text (see `toJson`). */
  payload: ColumnType<Record<string, unknown>, string | undefined, string>
  /** One that was not accepted in time stays pending. */
  status: Generated<'pending' | 'accepted' | 'withdrawn'>
  expiresAt: Date
  invitedBy: string | null
  /** The inviter's full name when they invited; a tenant's session does not see people who have left the tenant. */
  inviterName: Generated<string>
  acceptedBy: string | null
  acceptedAt: Date | null
  /** Whether its acceptance made somebody a user of the tenant, with its role. */
  madeMember: Generated<boolean>
  /** The studies it authorized for, by their links, once it is closed; those of a pending one are in `study_user`. */
  studyUrlIds: Generated<string[]>
}
