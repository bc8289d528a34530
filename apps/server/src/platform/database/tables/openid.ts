import type { ProductSignIn } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Reason } from '../../texts/translator.ts'
import type { TenantKey, Timestamp } from './columns.ts'

/** What the OpenID provider remembers between requests. No id and no payload is readable in the database. */
export interface OpenIdRecordTable {
  /** Name of the provider's model, such as `Session` or `AuthorizationCode`. */
  kind: string
  /** SHA-256 of the id, in hexadecimal. */
  idHash: string
  payloadEncrypted: string
  grantHash: string | null
  uid: string | null
  expiresAt: Date
  consumedAt: Date | null
}

/** Session of the suite in which a session of the provider began. */
export interface OpenIdSessionTable {
  uid: string
  sessionHash: string
}

/** A user who signed in to a tenant's product through the provider. */
export interface ProductSignInTable extends TenantKey {
  createdAt: Timestamp
  tenantUrlId: string
  userId: string
  sessionHash: string | null
  /** Id of the session as the product knows it. */
  sid: string
  endedAt: Generated<Date | null>
  endedReason: Generated<Exclude<ProductSignIn['endReason'], ''> | null>
  state: Generated<ProductSignIn['state']>
  attempts: Generated<number>
  failure: ColumnType<Reason | null, string | null | undefined, string | null>
  notifiedAt: Generated<Date | null>
  /** When an administrator last repeated the notice. */
  requeuedAt: Generated<Date | null>
}
