import type { SignatureMeaning } from '@atrium/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Edited, Json, TenantKey, Text } from './columns.ts'

/**
 * Which changes must be signed in a tenant, under the tenant's id. Tenant '0' is the platform, whose row holds in
 * tenants without a row and in those that follow it.
 */
export interface SignaturePolicyTable extends TenantKey, Edited {
  follows: Generated<boolean>
  /** The contract's `SignedKind`s. */
  signed: Json
}

/** The components that were used to sign: user name and password, or the password alone. */
export type SignatureComponents = 'both' | 'secret'

/** An electronic signature on the change of one event. Written once and never changed. */
export interface SignatureTable extends TenantKey {
  at: Date
  /** The signer, with account and printed name at that time. */
  userId: string
  userName: string
  printedName: string
  meaning: SignatureMeaning
  components: SignatureComponents
  /** Id of the session, not its token. */
  sessionId: string
  entity: string
  entityId: string
  eventId: string
  /** The database sets it. */
  eventSequence: GeneratedAlways<number>
  /** Hash over the record as the event contains it, hex. */
  algorithm: string
  hash: string
  /** Hash over signed content outside the event; '' without any. */
  contentHash: Text
  /** Ed25519, base64url. */
  proof: string
}
