import type { KeyObject } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { AuditSealTable } from '../database/tables/audit.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { hashBatches } from './canonical.ts'
import { isSigned, noHash } from './seal.ts'

/** A seal as an operator keeps it outside of the database. */
export interface Head {
  number: number
  hash: string
}

/** What a verification has found. */
export interface Verification {
  /** Events behind seals, and events that wait for one. */
  sealed: number
  waiting: number
  /** The newest seal. */
  head?: Head
  /** What is wrong, a line each; none when the trail is whole. */
  faults: string[]
}

type Seal = Selectable<AuditSealTable>

/** What is wrong with a seal by itself and after the one before. */
function sealFaults(seal: Seal, before: Seal | undefined, key: KeyObject): string[] {
  const faults: string[] = []
  if (!isSigned(seal, key)) faults.push(`seal ${seal.number}: its signature is not of this deployment's key`)
  if (seal.number !== (before?.number ?? 0) + 1) {
    faults.push(`seal ${seal.number}: the seals between ${before?.number ?? 0} and it are missing`)
  } else if (
    seal.previousHash !== (before?.hash ?? noHash) ||
    seal.fromBatch !== (before?.toBatch ?? 0) + 1
  ) {
    faults.push(`seal ${seal.number}: it does not follow the seal before`)
  }
  return faults
}

/** What is wrong with the events behind a seal. */
async function eventFaults(trx: Trx, seal: Seal): Promise<string[]> {
  const found = await hashBatches(trx, seal.fromBatch, seal.toBatch, seal.previousHash)
  const where = `seal ${seal.number} (${seal.events} events of batches ${seal.fromBatch} to ${seal.toBatch})`
  if (found.events < seal.events) return [`${where}: ${seal.events - found.events} events were removed`]
  if (found.events > seal.events) return [`${where}: ${found.events - seal.events} events were added`]
  return found.hash === seal.hash ? [] : [`${where}: an event was changed`]
}

async function countWaiting(trx: Trx, lastBatch: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from audit_event where batch > ${lastBatch}`.execute(trx)
  return rows[0]?.waiting ?? 0
}

/** Batches are opened by sealing alone: one more than were sealed means that seals were removed at the end. */
async function tailFaults(trx: Trx, last: Seal | undefined, waiting: number): Promise<string[]> {
  const { rows } = await sql<{ opened: number }>`select last_value as opened from audit_batch`.execute(trx)
  const sealedTo = last?.toBatch ?? 0
  if (waiting > 0 || (rows[0]?.opened ?? 0) <= sealedTo + 1) return []
  return [`after seal ${last?.number ?? 0}: later seals and their events were removed`]
}

function headFaults(seals: readonly Seal[], head: Head | undefined): string[] {
  if (!head || seals.some((seal) => seal.number === head.number && seal.hash === head.hash)) return []
  return [`seal ${head.number} with the hash ${head.hash} is not in the trail`]
}

/**
 * Verifies the whole audit trail against its seals: that no event behind a seal was changed, removed or
 * added, and that no seal was forged or taken out.
 *
 * @param key the deployment's signing key
 * @param head a seal that must be there, noted earlier outside of the database
 */
export async function verifyAudit(db: Kysely<Database>, key: KeyObject, head?: Head): Promise<Verification> {
  // One picture of the trail for all queries, while others go on writing.
  return await inTransaction(db, asSystem, (trx) => verifyIn(trx, key, head), {
    isolation: 'repeatable read',
    unlimited: true,
  })
}

async function verifyIn(trx: Trx, key: KeyObject, head: Head | undefined): Promise<Verification> {
  const seals = await trx.selectFrom('auditSeal').selectAll().orderBy('number').execute()
  const faults: string[] = []
  for (const [index, seal] of seals.entries()) {
    faults.push(...sealFaults(seal, seals[index - 1], key), ...(await eventFaults(trx, seal)))
  }
  const last = seals.at(-1)
  const waiting = await countWaiting(trx, last?.toBatch ?? 0)
  faults.push(...(await tailFaults(trx, last, waiting)), ...headFaults(seals, head))
  const sealed = seals.reduce((sum, seal) => sum + seal.events, 0)
  return { sealed, waiting, faults, ...(last && { head: { number: last.number, hash: last.hash } }) }
}
