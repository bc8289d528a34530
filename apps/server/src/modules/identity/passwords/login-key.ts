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
/** Bits; 128 bits of strength by NIST SP 800-57. */
const modulusLength = 3072
/** How long a key is handed out. */
const rotationDays = 30
/** Additional lifetime of a key for pages in use: between asking for the key and encrypting, in seconds. */
const margin = 600

/** Services for making and reading keys. */
type Means = Pick<Services, 'db' | 'secrets'>

/** The public half of the key under which passwords travel. */
interface LoginKey {
  readonly keyId: string
  /** SubjectPublicKeyInfo, DER in base64. */
  readonly publicKey: string
  /** The database's clock, by which a password's age is reckoned. */
  readonly time: Date
}

const now = sql<Date>`clock_timestamp()`

/** Condition that passwords under a login key are accepted: also for a while after its replacement. */
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

/** Stores a key that replaces another, or the first one, unless another process was faster: then that key is used. */
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
 * @param replaced the key that was the newest; undefined if there was none
 */
const replace = async (services: Means, replaced?: string): Promise<LoginKey> => {
  const key = await make(services)
  return inTransaction(services.db, asSystem, async (trx) => {
    await store(trx, key, replaced)
    return (await newest(trx)) as LoginKey
  })
}

/** The newest login key of the deployment; the first call of all makes it. */
export const loginKeyOf = async (services: Means): Promise<LoginKey> =>
  (await inTransaction(services.db, asSystem, newest)) ?? replace(services)

/**
 * Replaces the newest key. Of several processes at once, one makes the new key. The old one serves pages that have
 * loaded it for some more minutes.
 * @param when `due`: only if the newest has been in use for a month
 */
export const rotateLoginKey = async (services: Means, when: 'due' | 'now'): Promise<void> => {
  const found = await inTransaction(services.db, asSystem, newest)
  if (found && (when === 'now' || found.isDue)) await replace(services, found.keyId)
}

/** Keys that a process has read. They never change. */
const opened = new Map<string, KeyObject>()

/** Deletes the keys that serve no more, here and in the database. */
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
 * Returns the private half of a login key. A replaced key works for a while, so that a page loaded before still signs
 * in.
 * @returns undefined for an id that is no login key of this deployment, or no longer one
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

/** Whether this process's secret is the one that the deployment's login keys are encrypted under; true before any. */
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
