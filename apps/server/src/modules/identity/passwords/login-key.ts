import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { loginKey, passwordLifeSeconds } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/http/work.ts'

const kind = 'login'
const purpose = 'server-key'
/** Size in bits; 3072 bits give 128 bits of strength by NIST SP 800-57. */
const modulusLength = 3072
/** Days for which a key is handed out. */
const rotationDays = 30
/** Extra lifetime of a replaced key, in seconds, for pages that loaded it but have not yet encrypted a password. */
const margin = 600

/** Services for creating and reading keys. */
type Means = Pick<Services, 'db' | 'secrets'>

/** Public key with which clients encrypt passwords. */
interface LoginKey {
  readonly keyId: string
  /** SubjectPublicKeyInfo, DER in base64. */
  readonly publicKey: string
  /** Time by the database's clock, which decides the age of an encrypted password. */
  readonly time: Date
}

const now = sql<Date>`clock_timestamp()`

/** Condition that passwords under a login key are still accepted. Replaced keys serve for a while. */
const stillServes = sql<boolean>`(kind = ${kind} and (retired_at is null
  or retired_at > ${now} - make_interval(secs => ${passwordLifeSeconds + margin})))`

const newest = (trx: Trx) =>
  trx
    .selectFrom('serverKey')
    .select(['id as keyId', 'publicKey', now.as('time')])
    .select(sql<boolean>`created_at <= ${now} - make_interval(days => ${rotationDays})`.as('isDue'))
    .where('kind', '=', kind)
    .where('retiredAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const make = async ({ secrets }: Means) => {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    id: uuidv7(),
    kind,
    publicKey: pair.publicKey.toString('base64'),
    privateKeyEncrypted: secrets.encrypt(purpose, pair.privateKey),
  }
}

/**
 * Stores a key that replaces another one, or the first key. Does nothing if another process was faster; its key is
 * then used.
 */
const store = async (trx: Trx, key: Awaited<ReturnType<typeof make>>, replaced?: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('login key', 0))`.execute(trx)
  if ((await newest(trx))?.keyId !== replaced) return
  await trx
    .updateTable('serverKey')
    .set({ retiredAt: now })
    .where('kind', '=', kind)
    .where('retiredAt', 'is', null)
    .execute()
  await trx
    .insertInto('serverKey')
    .values({ ...key, createdAt: now })
    .execute()
}

/**
 * Replaces a key.
 * @param replaced id of the key that was the newest; undefined if there was none
 */
const replace = async (services: Means, replaced?: string): Promise<LoginKey> => {
  const key = await make(services)
  return inTransaction(services.db, asSystem, async (trx) => {
    await store(trx, key, replaced)
    return (await newest(trx)) as LoginKey
  })
}

/** Returns the newest login key of the deployment, creating it at the first call. */
export const loginKeyOf = async (services: Means): Promise<LoginKey> =>
  (await inTransaction(services.db, asSystem, newest)) ?? replace(services)

/**
 * Replaces the newest key. If several processes do so at once, only one creates a new key. Pages that have loaded the
 * old key can use it for some more minutes.
 * @param when `due` replaces the key only if it is a month old
 */
export const rotateLoginKey = async (services: Means, when: 'due' | 'now'): Promise<void> => {
  const found = await inTransaction(services.db, asSystem, newest)
  if (found && (when === 'now' || found.isDue)) await replace(services, found.keyId)
}

/** Keys that this process has read. Keys never change. */
const opened = new Map<string, KeyObject>()

/** Deletes expired keys from this process and the database. */
export const deleteRetiredKeys = async (trx: Trx): Promise<void> => {
  await trx
    .deleteFrom('serverKey')
    .where('kind', '=', kind)
    .where(({ not }) => not(stillServes))
    .execute()
  const left = await trx.selectFrom('serverKey').select('id').where('kind', '=', kind).execute()
  const ids = new Set(left.map(({ id }) => id))
  for (const id of opened.keys()) if (!ids.has(id)) opened.delete(id)
}

/**
 * Returns the private half of a login key. A replaced key works for a while, so that a page loaded earlier can still
 * sign in.
 * @returns undefined if the id is unknown or its key has expired
 */
export const privateKeyOf = async (services: Means, keyId: string): Promise<KeyObject | undefined> => {
  const known = opened.get(keyId)
  if (known) return known
  const row = await inTransaction(services.db, asSystem, (trx) =>
    trx
      .selectFrom('serverKey')
      .select('privateKeyEncrypted')
      .where('id', '=', keyId)
      .where(stillServes)
      .executeTakeFirst(),
  )
  if (!row) return undefined
  const key = createPrivateKey(services.secrets.decrypt(purpose, row.privateKeyEncrypted))
  opened.set(keyId, key)
  return key
}

/** Returns whether this process's secret decrypts the deployment's login keys. True if there are none yet. */
export const canDecryptLoginKey = async (services: Means): Promise<boolean> => {
  const key = await inTransaction(services.db, asSystem, newest)
  if (!key) return true
  try {
    return (await privateKeyOf(services, key.keyId)) !== undefined
  } catch {
    return false
  }
}

/** GET /sys/login/key. */
export const loginKeyRoute = handleOwn(loginKey, async ({ services }) => {
  const { keyId, publicKey, time } = await loginKeyOf(services)
  return { keyId, publicKey, time: time.getTime() }
})
