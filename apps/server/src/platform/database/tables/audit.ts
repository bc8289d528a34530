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

/** A partition of the trail that was archived and is no longer in the database. */
export interface AuditArchiveTable {
  /** The partition's, such as `audit_event_2027_01`. */
  name: string
  fromBatch: number
  toBatch: number
  events: number
  /** Of its events as the archive has them, uncompressed. SHA-256, hex. */
  sha256: string
  /** The seals all of whose events it has, and of each that has others too, how many. */
  seals: {
    readonly whole: readonly SealRange[]
    readonly parts: readonly (readonly [seal: number, events: number])[]
  }
  /** Ed25519, base64url. */
  signature: string
  archivedAt: Date
}

/** Failed sign-ins beyond those that are recorded one by one, until the trail is told. */
export interface FailedSignInTallyTable {
  /** Of several rows, so that those who count at once need not wait for each other. */
  id: number
  since: Generated<Date>
  failures: number
}
