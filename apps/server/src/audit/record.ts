import { uuidv7 } from 'uuidv7'
import { toJson } from '../database/json.ts'
import type { Trx } from '../database/transaction.ts'
import { redact } from './redact.ts'

/** One successful mutation, as the trail keeps it. When it was is the database's to say. */
export interface AuditEvent {
  /** Null where nobody is signed in. */
  actorId: string | null
  /** The name as it was then. */
  actorName: string
  /** Whose trail it belongs to; '0' is the platform's. */
  tenantId: string
  /** Path of the call. */
  call: string
  /** Kind of the thing, by its table's name. */
  entity: string
  entityId: string
  /** The thing's fields as they were; without it, the thing is new. */
  before?: object
  /** The thing's fields as they are; without it, the thing is gone. */
  after?: object
  reason?: string
  requestId?: string
}

const fields = (values: object | undefined) => (values === undefined ? null : toJson(redact(values)))

/**
 * Writes an event into the audit trail, in the transaction of the mutation itself: if this fails, the
 * mutation is not done either. Secrets are taken out.
 */
export async function recordAudit(trx: Trx, event: AuditEvent): Promise<void> {
  const { before, after, ...facts } = event
  await trx
    .insertInto('auditEvent')
    .values({ ...facts, id: uuidv7(), before: fields(before), after: fields(after) })
    .execute()
}
