import { uuidv7 } from 'uuidv7'
import { toJson } from '../database/json.ts'
import type { Trx } from '../database/transaction.ts'
import { type AuditEntity, contentOf } from './entities.ts'

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
  entity: AuditEntity
  entityId: string
  /** The thing's fields as they were; without it, the thing is new. Of both, `entities.ts` says what is kept. */
  before?: object
  /** The thing's fields as they are; without it, the thing is gone. */
  after?: object
  reason?: string
  requestId?: string
}

/** How many bytes of the ids of many things its index holds, as which 2704 are the most; the fields of the event name all. */
const maxIdLength = 2000

/** The ids as far as they are kept, each whole; of one that is longer than that alone, how it begins. */
function keptId(entityId: string): string {
  const bytes = Buffer.from(entityId)
  if (bytes.length <= maxIdLength) return entityId
  const end = bytes.lastIndexOf(',', maxIdLength)
  // As a stream, so that a character that is cut through is left out.
  return new TextDecoder().decode(bytes.subarray(0, end > 0 ? end : maxIdLength), { stream: true })
}

const fields = (entity: AuditEntity, values: object | undefined) =>
  values === undefined ? null : toJson(contentOf(entity, values))

/**
 * Writes an event into the audit trail, in the transaction of the mutation itself: if this fails, the
 * mutation is not done either. Of the values it holds what its entity's list names.
 */
export async function recordAudit(trx: Trx, event: AuditEvent): Promise<void> {
  const { before, after, ...facts } = event
  await trx
    .insertInto('auditEvent')
    .values({
      ...facts,
      entityId: keptId(event.entityId),
      id: uuidv7(),
      before: fields(event.entity, before),
      after: fields(event.entity, after),
    })
    .execute()
}
