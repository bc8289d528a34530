import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import type { SignatureMeaning } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { SignatureComponents } from '../database/tables/signatures.ts'
import type { Trx } from '../database/transaction.ts'

/*
 * An electronic signature is bound to the change that one event records. Its hash covers the event's record; its proof,
 * a signature of the deployment's key, covers the hash, the id of the event and every fact of the signature. The event
 * contains all of it in `after`, so seals cover it too, and the table `signature` has the same facts once more. A
 * signature is broken if any of the three no longer agree.
 */

/** Hash over the record, as `algorithm` of a signature. */
const algorithm = 'sha256'

/** Who signs, and how they proved it. */
export interface ProvenSigner {
  readonly userId: string
  readonly userName: string
  /** Full name at this time. */
  readonly printedName: string
  readonly sessionId: string
  readonly components: SignatureComponents
}

/** What an event needs for its signature. */
export interface Signing {
  readonly signer: ProvenSigner
  readonly meaning: SignatureMeaning
  /** Signed content that the event does not contain, such as a report. Only its hash is kept. */
  readonly content?: unknown
  /** The deployment's signing key. */
  readonly key: KeyObject
}

/** The change that a signature signs, as its event contains it. */
export interface SignedRecord {
  readonly tenantId: string
  readonly call: string
  readonly entity: string
  readonly entityId: string
  readonly actorId: string | null
  readonly before: unknown
  /** Without the signature. */
  readonly after: unknown
  readonly reason: string
}

/** The facts of a signature in `after.signature` of its event. */
export interface EventSignature extends ProvenSigner {
  readonly id: string
  readonly meaning: SignatureMeaning
  /** ISO 8601, UTC. */
  readonly at: string
  readonly algorithm: string
  /** Hex. */
  readonly hash: string
  /** Hex; '' without content outside the event. */
  readonly contentHash: string
  /** Ed25519, base64url. */
  readonly proof: string
}

/** Returns JSON with sorted names, which is the same for a value before and after it was stored as jsonb. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

const sha256 = (text: string): string => createHash(algorithm).update(text).digest('hex')

/** Returns signed content as the text whose hash is signed. */
export const textOfContent = (content: unknown): string => canonical(JSON.parse(JSON.stringify(content)))

/** Returns the hash over signed content, as `contentHash` of its signature. */
export const hashOfContent = (content: unknown): string => sha256(textOfContent(content))

/** Returns the fields after the change; null for a deletion, whose event has nothing but the signature there. */
const withoutNone = (after: unknown): unknown =>
  typeof after === 'object' && after !== null && Object.keys(after).length === 0 ? null : after

const hashOfRecord = (
  { tenantId, call, entity, entityId, actorId, before, after, reason }: SignedRecord,
  contentHash: string,
): string =>
  sha256(
    canonical({
      ...{ tenantId, call, entity, entityId, actorId, before, after: withoutNone(after), reason },
      contentHash,
    }),
  )

const provedText = (eventId: string, { proof: _, ...facts }: EventSignature): Buffer =>
  Buffer.from(`atrium-signature-1 ${eventId} ${canonical(facts)}`)

/** Creates the signature of a change. */
export async function createSignature(
  trx: Trx,
  { signer, meaning, content, key }: Signing,
  eventId: string,
  record: SignedRecord,
): Promise<EventSignature> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(trx)
  const at = rows[0]?.at.toISOString() ?? ''
  const contentHash = content === undefined ? '' : hashOfContent(content)
  const { userId, userName, printedName, sessionId, components } = signer
  const facts: EventSignature = {
    ...{ id: uuidv7(), userId, userName, printedName, sessionId, components, meaning, at, algorithm },
    ...{ hash: hashOfRecord(record, contentHash), contentHash, proof: '' },
  }
  return { ...facts, proof: sign(null, provedText(eventId, facts), key).toString('base64url') }
}

/** Stores the signature of an event that has been written. */
export async function storeSignature(
  trx: Trx,
  eventId: string,
  { tenantId, entity, entityId }: SignedRecord,
  { at, ...facts }: EventSignature,
): Promise<void> {
  await trx
    .insertInto('signature')
    .values({ ...facts, at: new Date(at), tenantId, entity, entityId, eventId })
    .execute()
}

const isSignature = (value: unknown): value is EventSignature =>
  typeof value === 'object' && value !== null && 'proof' in value && typeof value.proof === 'string'

/** A signed event: its id, the signature that it contains, and what was signed. */
export interface SignedEvent {
  readonly eventId: string
  readonly signature: EventSignature
  readonly record: SignedRecord
}

/** Returns the signature of an event, apart from what it signs; undefined if the event has none. */
export function signedEvent({
  id,
  after,
  ...event
}: SignedRecord & { readonly id: string }): SignedEvent | undefined {
  if (typeof after !== 'object' || after === null || !('signature' in after)) return undefined
  const { signature, ...rest } = after
  if (!isSignature(signature)) return undefined
  const { tenantId, call, entity, entityId, actorId, before, reason } = event
  const record = { tenantId, call, entity, entityId, actorId, before, after: rest, reason }
  return { eventId: id, signature, record }
}

/** Returns whether the signature of an event is bound to what the event records now. */
export function isBound({ eventId, signature, record }: SignedEvent, key: KeyObject): boolean {
  return (
    signature.algorithm === algorithm &&
    signature.hash === hashOfRecord(record, signature.contentHash) &&
    verify(null, provedText(eventId, signature), key, Buffer.from(signature.proof, 'base64url'))
  )
}

/** A row of the table `signature`. */
export interface StoredSignature extends Omit<EventSignature, 'at'> {
  readonly at: Date
  readonly entity: string
  readonly entityId: string
}

/** Returns whether the stored signature says the same as that of its event. */
export function isStored(
  { signature, record }: SignedEvent,
  { at, entity, entityId, ...facts }: StoredSignature,
): boolean {
  const names = Object.keys(signature) as (keyof EventSignature)[]
  const stored = { ...facts, at: at.toISOString() }
  return (
    entity === record.entity &&
    entityId === record.entityId &&
    names.every((name) => stored[name] === signature[name])
  )
}

/**
 * Returns whether the deployment's key has made a stored signature on an event. It does not read the event, which may
 * have been archived.
 */
export const isProved = (
  eventId: string,
  { at, entity: _, entityId: __, ...facts }: StoredSignature,
  key: KeyObject,
): boolean =>
  verify(
    null,
    provedText(eventId, { ...facts, at: at.toISOString() }),
    key,
    Buffer.from(facts.proof, 'base64url'),
  )

/** Whether a signature is still bound to its record. */
export type SignatureState = 'intact' | 'broken'

/** Columns of a stored signature. */
export const storedColumns = [
  ...(['id', 'userId', 'userName', 'printedName', 'sessionId', 'components', 'meaning'] as const),
  ...(['at', 'algorithm', 'hash', 'contentHash', 'proof', 'entity', 'entityId'] as const),
] as const

/**
 * Verifies the signatures of events that the role of the transaction may see.
 * @param key the deployment's signing key
 * @returns the signed ones among the events, with their states, by event id
 */
export async function verifySignatures(
  trx: Trx,
  key: KeyObject,
  events: readonly (SignedRecord & { readonly id: string })[],
): Promise<ReadonlyMap<string, EventSignature & { readonly state: SignatureState }>> {
  const signed = events.flatMap((event) => signedEvent(event) ?? [])
  if (signed.length === 0) return new Map()
  const rows = await trx
    .selectFrom('signature')
    .select([...storedColumns, 'eventId'])
    .where('tenantId', '=', sql<string>`any(${[...new Set(signed.map(({ record }) => record.tenantId))]})`)
    .where('eventId', '=', sql<string>`any(${signed.map(({ eventId }) => eventId)})`)
    .execute()
  const stored = new Map(rows.map(({ eventId, ...row }) => [eventId, row]))
  return new Map(
    signed.map((event) => {
      const row = stored.get(event.eventId)
      const intact = row !== undefined && isStored(event, row) && isBound(event, key)
      return [event.eventId, { ...event.signature, state: intact ? 'intact' : 'broken' }] as const
    }),
  )
}
