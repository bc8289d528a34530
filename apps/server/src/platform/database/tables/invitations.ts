import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** An invitation into a tenant, for one acceptance. */
export interface InvitationTable extends TenantKey, Edited {
  /** SHA-256 of the key in the e-mail, hex. */
  keyHash: string
  /** Hashes of keys that newer ones replaced, oldest first. */
  formerKeyHashes: Generated<string[]>
  email: string
  emailKey: string
  language: string
  /** Role of the future membership, and its type and position from the dictionary. */
  roleId: string | null
  typeId: string | null
  positionId: string | null
  /** Additional grants of the acceptance; an object. Written as JSON text (see `toJson`). */
  payload: ColumnType<Record<string, unknown>, string | undefined, string>
  /** An expired invitation stays pending. */
  status: Generated<'pending' | 'accepted' | 'withdrawn'>
  expiresAt: Date
  invitedBy: string | null
  /** Inviter's full name when inviting, because a tenant's session does not see users who have left the tenant. */
  inviterName: Generated<string>
  acceptedBy: string | null
  acceptedAt: Date | null
  /** Whether its acceptance created a membership with its role. */
  madeMember: Generated<boolean>
  /** Study links that it authorized for, once it is closed. Those of a pending invitation are in `study_user`. */
  studyUrlIds: Generated<string[]>
  /** Period of the future membership. */
  accessFrom: Date | null
  accessUntil: Date | null
}
