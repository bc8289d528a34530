import { isSignedBy, type TrustedKeys } from '@atrium/federation/registry'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import {
  isRecent,
  nonceExpiry,
  readSignatureHeaders,
  type Signer,
  signedText,
} from '../../platform/http/signature.ts'
import type { VerifySigner } from '../../platform/http/work.ts'
import { readTrustedKeys } from './trusted-keys.ts'

/** Team that signed a call. Its name is the id of its key. */
export interface CallingTeam extends Signer {
  /** Ed25519 public key: SubjectPublicKeyInfo, base64. */
  readonly key: string
  /** Remotes that the key may release. */
  readonly remotes: TrustedKeys
}

/** Ed25519 signature: base64 of 64 bytes. */
const teamSignature = /^ed25519=[A-Za-z0-9+/]{86}==$/

/**
 * Returns a key with the remotes that it may release. An id belongs to one key: a second key with the same id is
 * ignored.
 */
function trustedAs(trusted: TrustedKeys, keyId: string): Pick<CallingTeam, 'key' | 'remotes'> | undefined {
  const own = Object.entries(trusted).filter(([, { keys }]) => Object.hasOwn(keys, keyId))
  const key = own[0]?.[1].keys[keyId]
  if (!key) return undefined
  const remotes = own.filter(([, { keys }]) => keys[keyId] === key)
  // A null prototype, so that names such as `constructor` are not found.
  return { key, remotes: Object.assign(Object.create(null), Object.fromEntries(remotes)) }
}

/** Verifies which team signed a call, by the key id in the operator's file of trusted keys, and marks its nonce as used. */
export const verifyTeam: VerifySigner<CallingTeam> = async ({ db, releases }, incoming) => {
  const headers = readSignatureHeaders(incoming, teamSignature)
  if (!headers) return 'unsigned'
  const { key: keyId, nonce, timestamp, contentHash } = headers
  const trusted = trustedAs(await readTrustedKeys(releases.locations.keysFile), keyId)
  const signature = headers.signature.slice('ed25519='.length)
  if (!trusted || !isSignedBy(trusted.key, signedText(headers), signature)) return 'unsigned'
  return inTransaction(db, asSystem, async (trx) => {
    if (!(await isRecent(trx, timestamp))) return 'stale'
    const spent = await trx
      .insertInto('teamNonce')
      .values({ keyId, nonce, expiresAt: nonceExpiry(timestamp) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst()
    return spent ? { name: keyId, ...trusted, contentHash } : 'replayed'
  })
}
