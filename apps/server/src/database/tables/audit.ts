import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Text } from './columns.ts'

/** One successful mutation. Written once, changed never. */
export interface AuditEventTable {
  sequence: GeneratedAlways<number>
  /** Which seal will cover it; set by the database, as is the instant. */
  batch: GeneratedAlways<number>
  id: string
  at: GeneratedAlways<Date>
  actorId: string | null
  actorName: Text
  tenantId: string
  call: string
  entity: string
  entityId: Text
  before: Json
  after: Json
  reason: Text
  requestId: Text
}

/** A signed hash over the events of a range of batches and over the seal before. */
export interface AuditSealTable {
  number: number
  fromBatch: number
  toBatch: number
  events: number
  /** SHA-256, hex. */
  hash: string
  previousHash: string
  /** Ed25519, base64url. */
  signature: string
  sealedAt: Generated<Date>
}
