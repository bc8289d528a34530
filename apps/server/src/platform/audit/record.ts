import { uuidv7 } from 'uuidv7'
import { toJson } from '../database/json.ts'
import type { Trx } from '../database/transaction.ts'
import { type AuditEntity, contentOf } from './entities.ts'

/** One successful mutation, as the trail keeps it. When it was is the database's to say. */
export interface AuditEvent {
  /** Null if nobody is signed in. */
  actorId: string | null
  /** The name as it was then. */
  actorName: string
  /** Owner of the event; '0' is the platform. */
  tenantId: string
  /** Path of the call. */
  call: string
  entity: AuditEntity
  entityId: string
  /** The fields before the change; undefined for a new entity. `entities.ts` lists those that are kept. */
  before?: object
  /** The thing's fields as they are; without it, the thing is gone. */
  after?: object
  reason?: string
  requestId?: string
}

/** Maximum size of the indexed ids of one event, in bytes. PostgreSQL allows 2704. The event's fields name all ids. */
const maxIdLength = 2000

/** Returns as many whole ids as fit. An id that is longer than the limit is cut. */
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
 * Writes an event into the audit trail, in the transaction of the mutation: if this fails, the mutation fails too. It
 * keeps the values that the entity's list names.
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
