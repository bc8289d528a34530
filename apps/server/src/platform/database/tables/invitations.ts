import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** An invitation into a tenant, for one acceptance. */
export interface InvitationTable extends TenantKey, Edited {
  /** SHA-256 of the key that the e-mail carries, hex. */
  keyHash: string
  /** Hashes of keys that newer ones replaced, the oldest first. */
  formerKeyHashes: Generated<string[]>
  email: string
  emailKey: string
  language: string
  /** Role, and type and position from the dictionary, of the future membership. */
  roleId: string | null
  typeId: string | null
  positionId: string | null
  /** Additional grants of the acceptance; an object. Written as JSON text (see `toJson`). */
  payload: ColumnType<Record<string, unknown>, string | undefined, string>
  /** An expired invitation stays pending. */
  status: Generated<'pending' | 'accepted' | 'withdrawn'>
  expiresAt: Date
  invitedBy: string | null
  /** The inviter's full name at the invitation: a tenant's session does not see users who have left the tenant. */
  inviterName: Generated<string>
  acceptedBy: string | null
  acceptedAt: Date | null
  /** Whether its acceptance created a membership with its role. */
  madeMember: Generated<boolean>
  /** The study links it authorized for, once it is closed; those of a pending one are in `study_user`. */
  studyUrlIds: Generated<string[]>
}
