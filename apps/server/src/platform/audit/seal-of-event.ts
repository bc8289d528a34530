import type { KeyObject } from 'node:crypto'
import type { AuditDetails } from '@atrium/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { openArchives } from './archive/archives.ts'
import { chainsOf } from './canonical.ts'
import type { Seal } from './seal.ts'
import { checkChain, findSeal, sealFaults } from './verify.ts'

type SealOfEvent = AuditDetails['seal']

/** Finds the seal that ends with this batch or is the first one after it. */
const firstSealTo = (trx: Trx, batch: number): Promise<Seal | undefined> =>
  trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('toBatch', '>=', batch)
    .orderBy('toBatch')
    .limit(1)
    .executeTakeFirst()

async function stateOf(trx: Trx, key: KeyObject, seal: Seal): Promise<SealOfEvent['state']> {
  if (sealFaults(seal, await findSeal(trx, seal.number - 1), key).length > 0) return 'broken'
  const unread = { events: 0, seals: 0 }
  const [fault] = await checkChain(trx, [seal], unread, await openArchives(trx, key, []))
  if (fault !== undefined) return 'broken'
  return unread.seals > 0 ? 'unread' : 'intact'
}

/**
 * Finds the seal that covers the events of a batch and verifies it as `verifyAudit` does, without archives. A seal
 * covers events of all tenants, so this reads them as the server itself and returns none of them.
 * @param key the deployment's signing key
 */
export async function sealOf(db: Kysely<Database>, key: KeyObject, batch: number): Promise<SealOfEvent> {
  const work = async (trx: Trx): Promise<SealOfEvent> => {
    const seal = await firstSealTo(trx, batch)
    const none = { number: 0, time: '', hash: '' }
    if (!seal) return { state: 'waiting', ...none }
    // Seals have no gaps: the seal of this batch was removed.
    if (seal.fromBatch > batch) return { state: 'broken', ...none }
    const state = await stateOf(trx, key, seal)
    return { state, number: seal.number, time: seal.sealedAt.toISOString(), hash: seal.hash }
  }
  return await inTransaction(db, asSystem, work, { isolation: 'repeatable read', readOnly: true })
}

/** Numbers of seals by what a check found. */
export interface SealCheck {
  /** How many were recomputed and match. */
  readonly intact: number
  /** How many have archived events, which were not read. */
  readonly unread: number
  /** Numbers of the broken ones. */
  readonly broken: readonly number[]
}

async function checkIn(trx: Trx, key: KeyObject, seals: readonly Seal[]): Promise<SealCheck> {
  const archives = await openArchives(trx, key, [])
  const unread = { events: 0, seals: 0 }
  const broken: number[] = []
  for (const chain of chainsOf(seals.toSorted((one, other) => one.number - other.number))) {
    let before = await findSeal(trx, (chain[0]?.number ?? 1) - 1)
    const faults = await checkChain(trx, chain, unread, archives)
    for (const [index, seal] of chain.entries()) {
      if (faults[index] !== undefined || sealFaults(seal, before, key).length > 0) broken.push(seal.number)
      before = seal
    }
  }
  return { intact: seals.length - unread.seals - broken.length, unread: unread.seals, broken }
}

/**
 * Verifies seals with all of their events, as `sealOf` does.
 * @param key the deployment's signing key
 */
export const checkSeals = (
  db: Kysely<Database>,
  key: KeyObject,
  seals: readonly Seal[],
): Promise<SealCheck> =>
  inTransaction(db, asSystem, (trx) => checkIn(trx, key, seals), {
    isolation: 'repeatable read',
    readOnly: true,
  })
