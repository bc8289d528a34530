import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Text } from './columns.ts'

/** A successful change. Written once and never changed. */
export interface AuditEventTable {
  sequence: GeneratedAlways<number>
  /** Determines which seal covers the event. The database sets batch and instant. */
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
  /** IP address and `User-Agent` of the actor. */
  address: Text
  userAgent: Text
  /** The study that the event concerns, if it is only one. */
  studyId: string | null
  /** Ids of the people, studies and things that the event concerns besides its own. */
  subjects: readonly string[] | null
  /** Images of the access that the transaction changed, by tenant and key. The database sets them. */
  access: GeneratedAlways<Readonly<Record<string, Readonly<Record<string, object | null>>>> | null>
}

/** A signed hash over the events of a range of batches and over the previous seal. */
export interface AuditSealTable {
  number: number
  /** Version of the format. */
  form: number
  fromBatch: number
  toBatch: number
  /** Number of batches without events. */
  emptyBatches: number
  events: number
  /** Number of events up to the end of this seal. */
  total: number
  /** SHA-256, hex. */
  hash: string
  previousHash: string
  /** Ed25519, base64url. */
  signature: string
  sealedAt: Generated<Date>
}

/** Numbers of the first and the last seal, both inclusive. */
export type SealRange = readonly [from: number, to: number]

/** A partition of the trail that was archived and removed from the database. */
export interface AuditArchiveTable {
  /** Name of the partition, such as `audit_event_2027_01`. */
  name: string
  fromBatch: number
  toBatch: number
  events: number
  /** SHA-256 of the partition's events as archived, uncompressed. Hex. */
  sha256: string
  /** Seals whose events are all in the partition, as ranges; for other seals, how many of their events are. */
  seals: {
    readonly whole: readonly SealRange[]
    readonly parts: readonly (readonly [seal: number, events: number])[]
  }
  /** Ed25519, base64url. */
  signature: string
  archivedAt: Date
}

/** Failed sign-ins that the trail does not record individually, until it records their number. */
export interface FailedSignInTallyTable {
  /** Number of the row. There are several, so that concurrent counters need not wait for each other. */
  id: number
  since: Generated<Date>
  failures: number
}
