import type { ColumnType, Generated } from 'kysely'
import type { Reason } from '../../texts/translator.ts'
import type { Timestamp } from './columns.ts'

/**
 * What a product knows of the rights of a user at one of a tenant's domains. The row has no rights itself. Triggers
 * note every change of rights here and queue its notification, in the transaction that makes the change.
 */
export interface ProductAccessTable {
  tenantId: string
  /** Domain of the product. Only domains with an API URL have rows. */
  tenantUrlId: string
  userId: string
  /** Rises with each change of the rights. */
  version: Generated<number>
  /** `unsupported`: the product does not have the call. `failed`: given up after a day. */
  state: Generated<'waiting' | 'notified' | 'unsupported' | 'failed'>
  changedAt: Timestamp
  /** Version that the product confirmed last, and when; null if never. */
  notifiedVersion: number | null
  notifiedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Number of failed attempts since the last change, and why the last one failed; null if it did not. */
  attempts: Generated<number>
  failure: ColumnType<Reason | null, string | null | undefined, string | null>
}

/**
 * A user who lost all or some of their authorizations in a study. A trigger adds the row, which is deleted once the
 * product has confirmed the removal.
 */
export interface ProductAccessRemovalTable {
  tenantId: string
  studyUrlId: string
  userId: string
  /** Domain of the study at that time. */
  tenantUrlId: string
  /** Version of the user's rights after the removal. The product has confirmed it with this or any higher version. */
  version: number
  removedAt: Timestamp
}
