import { uuidv7 } from 'uuidv7'
import { toJson } from '../database/json.ts'
import type { Trx } from '../database/transaction.ts'
import { type AuditEntity, contentOf } from './entities.ts'
import { subjectsOf } from './subjects.ts'

/** One successful mutation in the audit trail. The database sets its time. */
export interface AuditEvent {
  /** Null if nobody is signed in. */
  actorId: string | null
  /** Name of the actor at the time of the event. */
  actorName: string
  /** Owner of the event; '0' is the platform. */
  tenantId: string
  /** Path of the call. */
  call: string
  entity: AuditEntity
  entityId: string
  /** Fields before the change; undefined for a new entity. `entities.ts` lists the fields that are kept. */
  before?: object
  /** Fields after the change; undefined if the entity was deleted. */
  after?: object
  reason?: string
  requestId?: string
  /** IP address and `User-Agent` of the actor. */
  address?: string
  userAgent?: string
}

/** Maximum size of the indexed ids of one event, in bytes. PostgreSQL allows 2704. The event's fields name all ids. */
const maxIdLength = 2000

/** Maximum number of characters that are kept of a `User-Agent`. */
const maxUserAgent = 500

/** Returns as many whole ids as fit. Cuts a single id that is longer than the limit. */
function keptId(entityId: string): string {
  const bytes = Buffer.from(entityId)
  if (bytes.length <= maxIdLength) return entityId
  const end = bytes.lastIndexOf(',', maxIdLength)
  // Decoding as a stream omits a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, end > 0 ? end : maxIdLength), { stream: true })
}

const fields = (entity: AuditEntity, values: object | undefined) =>
  values === undefined ? null : toJson(contentOf(entity, values))

/**
 * Writes an event into the audit trail, in the transaction of the mutation. If the write fails, the mutation fails
 * too. Only the fields that the entity lists are kept.
 */
export async function recordAudit(trx: Trx, event: AuditEvent): Promise<void> {
  const { before, after, userAgent = '', ...facts } = event
  await trx
    .insertInto('auditEvent')
    .values({
      ...facts,
      ...(await subjectsOf(trx, event)),
      userAgent: userAgent.slice(0, maxUserAgent),
      entityId: keptId(event.entityId),
      id: uuidv7(),
      before: fields(event.entity, before),
      after: fields(event.entity, after),
    })
    .execute()
}
