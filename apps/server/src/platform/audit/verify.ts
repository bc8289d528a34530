import type { KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { allowIdle, asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { program } from '../observability/program.ts'
import type { FileStore } from '../storage/index.ts'
import { counted } from '../texts/counted.ts'
import { type Archives, type Elsewhere, openArchives } from './archive/archives.ts'
import { chainsOf, countEvents, hashEvents } from './canonical.ts'
import { isKnownForm, isSigned, noHash, type Seal } from './seal.ts'
import { type CheckpointFile, openCheckpoints, verifyCheckpoints } from './verify-checkpoints.ts'
import { signatureFaults } from './verify-signatures.ts'

/** A seal that an operator noted elsewhere. */
export interface SealId {
  number: number
  hash: string
}

interface Unread {
  events: number
  seals: number
}

/** Result of a verification. */
export interface Verification {
  /** Number of sealed events, and of events that wait for a seal. */
  sealed: number
  waiting: number
  /** The newest seal. */
  head?: SealId
  /** Numbers of sealed events that were not read because they are in archives, and of their seals. */
  unread: Unread
  /** The faults, one line each; empty if the trail is intact. */
  faults: string[]
}

/** Copies outside the database with which the trail is compared. */
export interface ExternalEvidence {
  /** Files of checkpoints. */
  readonly checkpoints?: readonly string[]
  /** A seal that the trail must contain. */
  readonly head?: SealId
  /** Stores with archives of the trail. */
  readonly archives?: readonly FileStore[]
}

/** Returns the faults of a seal itself, and of its link to the previous one. */
export function sealFaults(seal: Seal, before: Seal | undefined, key: KeyObject): string[] {
  const faults: string[] = []
  if (!isKnownForm(seal)) faults.push(`seal ${seal.number}: unknown seal format ${seal.form}`)
  if (!isSigned(seal, key)) faults.push(`seal ${seal.number}: not signed with this deployment's key`)
  if (seal.number !== (before?.number ?? 0) + 1) {
    faults.push(`seal ${seal.number}: the seals after seal ${before?.number ?? 0} are missing`)
  } else if (!follows(seal, before)) faults.push(`seal ${seal.number}: does not follow the previous seal`)
  if (seal.emptyBatches) {
    faults.push(
      `seal ${seal.number}: ${counted(seal.emptyBatches, 'of its batches is', 'of its batches are')} empty: events were removed before sealing`,
    )
  }
  return faults
}

function follows(seal: Seal, before: Seal | undefined): boolean {
  const { hash, toBatch, total } = before ?? { hash: noHash, toBatch: 0, total: 0 }
  return seal.previousHash === hash && seal.fromBatch === toBatch + 1 && seal.total === total + seal.events
}

const placeOf = (seal: Seal): string =>
  `seal ${seal.number} (${counted(seal.events, 'event')} of batches ${seal.fromBatch} to ${seal.toBatch})`

/** Returns the faults of the events of consecutive seals. */
async function eventFaults(
  trx: Trx,
  chain: readonly Seal[],
  elsewhere: readonly Elsewhere[],
): Promise<(string | undefined)[]> {
  const ranges = chain.map((seal, index) => ({ ...seal, archived: elsewhere[index]?.archived }))
  const [hashes, counts] = [await hashEvents(trx, ranges), await countEvents(trx, chain)]
  return chain.map((seal, index) => {
    const [hashed, { events: archived = 0, isRead = false } = {}] = [hashes[index], elsewhere[index]]
    const events = (counts[index]?.events ?? 0) + archived
    if (events < seal.events)
      return `${placeOf(seal)}: ${counted(seal.events - events, 'event was', 'events were')} removed`
    if (events > seal.events)
      return `${placeOf(seal)}: ${counted(events - seal.events, 'event was', 'events were')} added`
    if (!isRead) return undefined
    if (events !== hashed?.events)
      return `${placeOf(seal)}: only ${hashed?.events} of ${counted(events, 'event')} could be read`
    return hashed.hash === seal.hash ? undefined : `${placeOf(seal)}: an event was changed`
  })
}

type Findings = Pick<Verification, 'faults' | 'unread'>

/**
 * Checks the events of seals with consecutive batches.
 * @param unread adds the events that were not read
 * @returns the fault of each seal, if it has one
 */
export async function checkChain(
  trx: Trx,
  chain: readonly Seal[],
  unread: Unread,
  archives: Archives,
): Promise<(string | undefined)[]> {
  const elsewhere = chain.map(archives.of)
  for (const { isRead, events } of elsewhere) {
    if (isRead) continue
    unread.seals += 1
    unread.events += events
  }
  return await eventFaults(trx, chain, elsewhere)
}

/** Returns a sentence for each part that was not read. */
export const unreadSentences = ({ unread }: Verification): string[] =>
  unread.seals === 0
    ? []
    : [
        `Not read: ${counted(unread.events, 'archived event')} of ${counted(unread.seals, 'seal')}. To verify archived events, run ` +
          `${program} audit:verify --archive <folder or s3 URL>.`,
      ]

/** Maximum number of seals read at once. */
const chunk = 1_000

/** State of verifying the seals. */
interface Walk extends Findings {
  readonly last: Seal | undefined
  /** Number of sealed events. */
  readonly sealed: number
}

/** Verifies all seals in order, in chunks. */
async function walk(trx: Trx, key: KeyObject, archives: Archives): Promise<Walk> {
  const findings: Findings = { faults: [], unread: { events: 0, seals: 0 } }
  let [last, sealed]: [Seal | undefined, number] = [undefined, 0]
  for (;;) {
    const seals: Seal[] = await trx
      .selectFrom('auditSeal')
      .selectAll()
      .where('number', '>', last?.number ?? 0)
      .orderBy('number')
      .limit(chunk)
      .execute()
    for (const chain of chainsOf(seals)) {
      const found = await checkChain(trx, chain, findings.unread, archives)
      for (const [index, seal] of chain.entries()) {
        const fault = found[index]
        findings.faults.push(...sealFaults(seal, last, key))
        if (fault !== undefined) findings.faults.push(fault)
        sealed = seal.total
        last = seal
      }
    }
    if (seals.length < chunk) return { ...findings, last, sealed }
  }
}

/** Reads the number of the open batch. The sequence is outside every transaction, so a snapshot cannot read it. */
async function openBatch(db: Kysely<Database>): Promise<number> {
  return await inTransaction(db, asSystem, async (trx) => {
    const { rows } = await sql<{ opened: number }>`select last_value as opened from audit_batch`.execute(trx)
    return rows[0]?.opened ?? 0
  })
}

async function countWaiting(trx: Trx, sealedTo: number, opened: number) {
  const { rows } = await sql<{ waiting: number; filled: number }>`
    select count(*) as waiting, count(distinct batch) filter (where batch < ${opened}) as filled
    from audit_event where batch > ${sealedTo}`.execute(trx)
  return rows[0] ?? { waiting: 0, filled: 0 }
}

function sealIdFaults(found: Seal | undefined, head: SealId | undefined): string[] {
  if (!head || found?.hash === head.hash) return []
  return [`seal ${head.number} with the hash ${head.hash} is not in the trail`]
}

/** Reads a seal by its number. */
export const findSeal = (trx: Trx, number: number): Promise<Seal | undefined> =>
  trx.selectFrom('auditSeal').selectAll().where('number', '=', number).executeTakeFirst()

/**
 * Verifies the whole audit trail: no sealed event was changed, removed or added, no seal was forged or removed,
 * every electronic signature is still bound to its record, and the trail agrees with the copies outside the database.
 * @param key the deployment's signing key
 */
export async function verifyAudit(
  db: Kysely<Database>,
  key: KeyObject,
  { checkpoints = [], head, archives = [] }: ExternalEvidence = {},
): Promise<Verification> {
  // Read before the trail, since a running server keeps sealing and its new seals are not verified.
  const files = await Promise.all(checkpoints.map(openCheckpoints))
  const opened = await openBatch(db)
  // All queries use one snapshot of the trail, while other processes keep writing.
  const work = (trx: Trx) => verifyIn(trx, key, { files, opened, head, stores: archives })
  const verification = await inTransaction(db, asSystem, work, {
    isolation: 'repeatable read',
    unlimited: true,
  })
  const { sealedTo, ...rest } = verification
  if ((await openBatch(db)) <= sealedTo)
    rest.faults.push(`the number of the open batch was reset to an earlier one`)
  return rest
}

interface Look {
  readonly files: readonly CheckpointFile[]
  readonly opened: number
  readonly head: SealId | undefined
  readonly stores: readonly FileStore[]
}

async function verifyIn(
  trx: Trx,
  key: KeyObject,
  { files, opened, head, stores }: Look,
): Promise<Verification & { sealedTo: number }> {
  await allowIdle(trx)
  const archives = await openArchives(trx, key, stores)
  const { last, sealed, faults, unread } = await walk(trx, key, archives).finally(archives.close)
  faults.push(...archives.faults)
  const sealedTo = last?.toBatch ?? 0
  const { waiting, filled } = await countWaiting(trx, sealedTo, opened)
  // A batch is closed only if it has events.
  if (opened - 1 - sealedTo > filled) {
    faults.push(`after seal ${last?.number ?? 0}: later seals and their events were removed`)
  }
  faults.push(...(await verifyCheckpoints(trx, key, files, last)))
  faults.push(...(await signatureFaults(trx, key)))
  if (head) faults.push(...sealIdFaults(await findSeal(trx, head.number), head))
  const newest = last && { head: { number: last.number, hash: last.hash } }
  return { sealed, waiting, faults, unread, ...newest, sealedTo }
}
