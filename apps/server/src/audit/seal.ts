import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** A seal's content, all of which is signed. */
export interface SealContent {
  /** 1, 2, 3 and so on without a gap. */
  number: number
  fromBatch: number
  toBatch: number
  events: number
  hash: string
  /** The seal before's, or 64 zeros. */
  previousHash: string
  sealedAt: Date
}

/** What the first seal holds in the place of the seal before it. */
export const noHash = '0'.repeat(64)

function text(seal: SealContent): Buffer {
  const { number, fromBatch, toBatch, events, hash, previousHash, sealedAt } = seal
  return Buffer.from(
    JSON.stringify([
      'atrium-audit-1',
      number,
      fromBatch,
      toBatch,
      events,
      hash,
      previousHash,
      sealedAt.toISOString(),
    ]),
  )
}

/** Signs a seal (Ed25519, RFC 8032). @returns the signature, base64url. */
export function signSeal(seal: SealContent, key: KeyObject): string {
  return sign(null, text(seal), key).toString('base64url')
}

/** Whether a seal bears the signature of the key. */
export function isSigned(seal: SealContent & { signature: string }, key: KeyObject): boolean {
  return verify(null, text(seal), createPublicKey(key), Buffer.from(seal.signature, 'base64url'))
}
