import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { AuditSealTable } from '../database/tables/audit.ts'

/** A seal as the database keeps it, of whatever form. */
export type Seal = Selectable<AuditSealTable>

/** A seal's content, all of which is signed. */
export interface SealContent {
  form: typeof presentForm
  /** 1, 2, 3 and so on without a gap. */
  number: number
  fromBatch: number
  toBatch: number
  /** How many of the batches hold no event. None does, unless what they held was removed before they were sealed. */
  emptyBatches: number
  events: number
  /** Events behind this seal and those before it. */
  total: number
  hash: string
  /** The seal before's, or 64 zeros. */
  previousHash: string
  sealedAt: Date
}

/** Seals of an earlier version: see `earlier-seals.ts`. */
export const firstForm = 1
/** Seals that count what they cover. */
export const presentForm = 2

/** What the first seal holds in the place of the seal before it. */
export const noHash = '0'.repeat(64)

function text(seal: Omit<Seal, 'signature'>): Buffer {
  const { form, number, fromBatch, toBatch, events, hash, previousHash } = seal
  const counts = form === firstForm ? [] : [seal.emptyBatches, seal.total]
  return Buffer.from(
    JSON.stringify([
      `atrium-audit-${form}`,
      ...[number, fromBatch, toBatch, events, ...counts],
      ...[hash, previousHash, seal.sealedAt.toISOString()],
    ]),
  )
}

/** Signs a seal (Ed25519, RFC 8032). @returns the signature, base64url. */
export function signSeal(seal: Omit<Seal, 'signature'>, key: KeyObject): string {
  return sign(null, text(seal), key).toString('base64url')
}

/** Whether a seal bears the signature of the key. */
export function isSigned(seal: Seal, key: KeyObject): boolean {
  return verify(null, text(seal), createPublicKey(key), Buffer.from(seal.signature, 'base64url'))
}
