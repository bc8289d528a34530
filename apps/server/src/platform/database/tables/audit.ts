import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Text } from './columns.ts'

/** A successful change. Written once and never changed. */
export interface AuditEventTable {
  sequence: GeneratedAlways<number>
  /** Determines which seal covers it. The database sets batch and instant. */
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
  /** Version of the format. */
  form: number
  fromBatch: number
  toBatch: number
  /** How many of its batches have no event. */
  emptyBatches: number
  events: number
  /** Events behind this seal and those before it. */
  total: number
  /** SHA-256, hex. */
  hash: string
  previousHash: string
  /** Ed25519, base64url. */
  signature: string
  sealedAt: Generated<Date>
}

/** Numbers of seals, the first and the last of them included. */
export type SealRange = readonly [from: number, to: number]

/** A partition of the trail that was archived and removed from the database. */
export interface AuditArchiveTable {
  /** Name of the partition, such as `audit_event_2027_01`. */
  name: string
  fromBatch: number
  toBatch: number
  events: number
  /** SHA-256 of its events as the archive has them, uncompressed. Hex. */
  sha256: string
  /** Seals that it has all events of, as ranges; for other seals, how many of their events it has. */
  seals: {
    readonly whole: readonly SealRange[]
    readonly parts: readonly (readonly [seal: number, events: number])[]
  }
  /** Ed25519, base64url. */
  signature: string
  archivedAt: Date
}

/** Failed sign-ins beyond those that the trail records one by one, until it records their number. */
export interface FailedSignInTallyTable {
  /** There are several rows, so that concurrent counters need not wait for each other. */
  id: number
  since: Generated<Date>
  failures: number
}
