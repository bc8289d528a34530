import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, inTransaction, type Trx } from '../../../database/transaction.ts'
import type { Services } from '../../../http/services.ts'

const kind = 'login'
const purpose = 'server-key'
/** Bits; 128 bits of strength by NIST SP 800-57. */
const modulusLength = 3072

/** The public half of the key under which passwords travel. */
export interface LoginKey {
  readonly keyId: string
  /** SubjectPublicKeyInfo, DER in base64. */
  readonly publicKey: string
}

const newest = (trx: Trx): Promise<LoginKey | undefined> =>
  trx
    .selectFrom('serverKey')
    .select(['id as keyId', 'publicKey'])
    .where('kind', '=', kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const make = async ({ secrets }: Services) => {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    ...{ id: uuidv7(), kind, publicKey: pair.publicKey.toString('base64') },
    privateKeyEncrypted: secrets.encrypt(purpose, pair.privateKey),
  }
}

/** Stores a key unless another process has been faster; then that one's counts. */
const store = async (trx: Trx, key: Awaited<ReturnType<typeof make>>): Promise<LoginKey> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('login key', 0))`.execute(trx)
  const faster = await newest(trx)
  if (faster) return faster
  await trx.insertInto('serverKey').values(key).execute()
  return { keyId: key.id, publicKey: key.publicKey }
}

/** The newest login key of the deployment; the first call of all makes it. */
export const loginKeyOf = async (services: Services): Promise<LoginKey> => {
  const found = await inTransaction(services.db, asSystem, newest)
  if (found) return found
  const key = await make(services)
  return inTransaction(services.db, asSystem, (trx) => store(trx, key))
}

/** Keys never change once they are made, so a process reads each of them once. */
const opened = new Map<string, KeyObject>()

/**
 * The private half of a login key. Older keys keep serving, so that a page loaded before a new key was made
 * still signs in.
 * @returns undefined for an id that is no login key of this deployment
 */
export const privateKeyOf = async (services: Services, keyId: string): Promise<KeyObject | undefined> => {
  const known = opened.get(keyId)
  if (known) return known
  const row = await inTransaction(services.db, asSystem, (trx) =>
    trx
      .selectFrom('serverKey')
      .select('privateKeyEncrypted')
      .where('id', '=', keyId)
      .where('kind', '=', kind)
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const key = createPrivateKey(services.secrets.decrypt(purpose, row.privateKeyEncrypted))
  opened.set(keyId, key)
  return key
}

/** Whether this process's secret is the one that the deployment's login keys are encrypted under; true before any. */
export const opensLoginKey = async (services: Services): Promise<boolean> => {
  const key = await inTransaction(services.db, asSystem, newest)
  if (!key) return true
  try {
    return (await privateKeyOf(services, key.keyId)) !== undefined
  } catch {
    return false
  }
}
