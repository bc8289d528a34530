import { uuidv7 } from 'uuidv7'
import { toJson } from '../database/json.ts'
import type { Trx } from '../database/transaction.ts'
import { type AuditEntity, contentOf } from './entities.ts'
import { createSignature, type Signing, storeSignature } from './signature.ts'
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
  /** Signs the change. The event contains the signature in `after`. */
  signing?: Signing | undefined
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

/** Returns the listed fields as the event contains them; null for none. */
const fields = (entity: AuditEntity, values: object | undefined): object | null =>
  values === undefined ? null : JSON.parse(JSON.stringify(contentOf(entity, values)))

/**
 * Writes an event into the audit trail, in the transaction of the mutation. If the write fails, the mutation fails
 * too. Only the fields that the entity lists are kept.
 */
export async function recordAudit(trx: Trx, event: AuditEvent): Promise<void> {
  const { before: was, after: is, userAgent = '', signing, ...facts } = event
  const id = uuidv7()
  const entityId = keptId(event.entityId)
  const [before, after] = [fields(event.entity, was), fields(event.entity, is)]
  const record = { ...{ reason: '' }, ...facts, entityId, before, after }
  const signature = signing && (await createSignature(trx, signing, id, record))
  await trx
    .insertInto('auditEvent')
    .values({
      ...facts,
      ...(await subjectsOf(trx, event)),
      userAgent: userAgent.slice(0, maxUserAgent),
      entityId,
      id,
      before: toJson(before),
      after: toJson(signature ? { ...after, signature } : after),
    })
    .execute()
  if (signature) await storeSignature(trx, id, record, signature)
}
