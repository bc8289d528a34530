import { type KeyObject, sign, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { AuditSealTable } from '../database/tables/audit.ts'
import type { Trx } from '../database/transaction.ts'

/** Advisory locks that end with the transaction: 'auds' and 'audp' in ASCII. */
export const locks = {
  /** Lock for sealing and for writing checkpoints. One process at a time has it. */
  sealing: { space: 1635082611, key: 0 },
  /** Lock of a batch, shared by the transactions that write into it. */
  batch: (key: number) => ({ space: 1635082608, key }),
} as const

interface Lock {
  readonly space: number
  readonly key: number
}

/** Maximum time to wait for a lock, in milliseconds. After that, the next round does the work. */
const maxWait = 2_000

/**
 * Tries to take an exclusive lock.
 * @returns false if another transaction has it
 */
export async function tryLock(trx: Trx, { space, key }: Lock): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${space}::int, ${key}::int) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

/**
 * Waits for a lock. Polls instead of queueing, so that no other transaction waits behind it.
 * @returns false after `maxWait`
 */
export async function waitForLock(trx: Trx, lock: Lock): Promise<boolean> {
  const deadline = Date.now() + maxWait
  while (!(await tryLock(trx, lock))) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** A seal as stored in the database. */
export type Seal = Selectable<AuditSealTable>

/** A seal's content, all of which is signed. */
export interface SealContent {
  form: typeof sealForm
  /** Number of the seal: 1, 2, 3 and so on without a gap. */
  number: number
  fromBatch: number
  toBatch: number
  /** Number of batches without events. It is 0 unless events were removed before they were sealed. */
  emptyBatches: number
  events: number
  /** Number of events that this seal and all earlier seals cover. */
  total: number
  hash: string
  /** Hash of the previous seal, or 64 zeros. */
  previousHash: string
  sealedAt: Date
}

/**
 * Version of the format of new seals, which the signature covers. No release wrote version 1. Seals of version 2 do not
 * hash the address, the device, the study and the subjects of an event, and those of version 3 not its images of access.
 */
export const sealForm = 4

/** Returns whether a seal has a format that this version can verify. */
export const isKnownForm = ({ form }: Pick<Seal, 'form'>): boolean => form >= 2 && form <= sealForm

/** The previous hash of the first seal. */
export const noHash = '0'.repeat(64)

function text(seal: Omit<Seal, 'signature'>): Buffer {
  const { form, number, fromBatch, toBatch, emptyBatches, events, total, hash, previousHash } = seal
  return Buffer.from(
    JSON.stringify([
      `atrium-audit-${form}`,
      number,
      fromBatch,
      toBatch,
      events,
      emptyBatches,
      total,
      hash,
      previousHash,
      seal.sealedAt.toISOString(),
    ]),
  )
}

/** Signs a seal (Ed25519, RFC 8032). @returns the signature, base64url. */
export function signSeal(seal: Omit<Seal, 'signature'>, key: KeyObject): string {
  return sign(null, text(seal), key).toString('base64url')
}

/** Returns whether a seal was signed with the key, or with the private key of a public one. */
export function isSigned(seal: Seal, key: KeyObject): boolean {
  return verify(null, text(seal), key, Buffer.from(seal.signature, 'base64url'))
}
