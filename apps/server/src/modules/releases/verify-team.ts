import { isSignedBy, type TrustedKeys } from '@atrium/federation/registry'
import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'
import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import {
  type IncomingCall,
  isRecent,
  nonceExpiry,
  readStatement,
  type SignatureFault,
  signedText,
} from '../products/linked/index.ts'
import { readTrustedKeys } from './trusted-keys.ts'

/** A team that has proved who it is. */
export interface CallingTeam {
  readonly keyId: string
  /** Ed25519: SubjectPublicKeyInfo, base64. */
  readonly key: string
  /** The remotes that its key may release. */
  readonly remotes: TrustedKeys
  /** Of the body that must come, as it signed it: SHA-256 in hexadecimal. */
  readonly contentHash: string
}

/** Base64 of 64 bytes. */
const teamSignature = /^ed25519=[A-Za-z0-9+/]{86}==$/

/** The remotes that a key may release, and the key. One id stands for one key: another one under it is none. */
function trustedAs(trusted: TrustedKeys, keyId: string): Pick<CallingTeam, 'key' | 'remotes'> | undefined {
  const own = Object.entries(trusted).filter(([, { keys }]) => Object.hasOwn(keys, keyId))
  const key = own[0]?.[1].keys[keyId]
  if (!key) return undefined
  const remotes = own.filter(([, { keys }]) => keys[keyId] === key)
  // Without what every object has: no name of a remote finds anything else.
  return { key, remotes: Object.assign(Object.create(null), Object.fromEntries(remotes)) }
}

/**
 * Finds out which team has signed a call, by the key's id and the same lines that products sign, and uses the signature
 * up: the same call is not taken again. The body is to be checked yet, against `contentHash`.
 * @param keysFile the operator's file of trusted keys
 */
export async function verifyTeam(
  db: Kysely<Database>,
  keysFile: string | undefined,
  incoming: IncomingCall,
): Promise<CallingTeam | SignatureFault> {
  const statement = readStatement(incoming, teamSignature)
  if (!statement) return 'unsigned'
  const { key: keyId, nonce, timestamp, contentHash } = statement
  const trusted = trustedAs(await readTrustedKeys(keysFile), keyId)
  const signature = statement.signature.slice('ed25519='.length)
  if (!trusted || !isSignedBy(trusted.key, signedText(statement), signature)) return 'unsigned'
  return inTransaction(db, asSystem, async (trx) => {
    if (!(await isRecent(trx, timestamp))) return 'stale'
    const spent = await trx
      .insertInto('teamNonce')
      .values({ keyId, nonce, expiresAt: nonceExpiry(timestamp) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst()
    return spent ? { keyId, ...trusted, contentHash } : 'replayed'
  })
}
