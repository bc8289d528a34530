import { createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { JWK } from 'oidc-provider'
import { uuidv7 } from 'uuidv7'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysOf, type JobHandler, type JobResult } from '../jobs/index.ts'

/** Kind of the rows in server_key. */
const kind = 'openid'
const purpose = 'server-key'

/** Algorithms of the keys. OpenID Connect Core (15.1) requires RS256; products get ES256. */
const algorithms = ['ES256', 'RS256'] as const
type Algorithm = (typeof algorithms)[number]

/** Days after which new keys replace the present ones, unless the job’s params say otherwise. */
const rotationDays = 90

/** Days for which a replaced key stays published, so that tokens that it signed can be verified. */
const publishedDays = 30

/**
 * Minutes for which a key is published before it signs, so that every process and every product has it. Products
 * fetch the keys again when a token names one that they do not know, but often not within the first minutes.
 */
const noticeMinutes = 15

type Means = Pick<Services, 'db' | 'secrets'>

const makePrivateKey = async (algorithm: Algorithm) => {
  const { privateKey } =
    algorithm === 'ES256'
      ? await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
      : await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  return privateKey
}

async function make({ secrets }: Means, algorithm: Algorithm) {
  const key = await makePrivateKey(algorithm)
  const id = uuidv7()
  const jwk: JWK = { ...key.export({ format: 'jwk' }), kid: id, use: 'sig', alg: algorithm }
  return {
    id,
    kind,
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKeyEncrypted: secrets.encrypt(purpose, JSON.stringify(jwk)),
  }
}

const present = (trx: Trx) =>
  trx
    .selectFrom('serverKey')
    .select(['id', 'privateKeyEncrypted', 'retiredAt'])
    .select(sql<number>`floor(extract(epoch from now() - created_at) / 86400)::int`.as('age'))
    .select(
      sql<boolean>`created_at > now() - make_interval(mins => ${noticeMinutes}) and exists (
        select from server_key former where former.kind = ${kind} and former.created_at < server_key.created_at)`.as(
        'isNew',
      ),
    )
    .where('kind', '=', kind)
    .where(sql<boolean>`(retired_at is null or retired_at > now() - make_interval(days => ${publishedDays}))`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The keys of the provider. */
export interface SigningKeys {
  /** Differs if the keys differ or sign in another order. */
  readonly version: string
  /** Private keys. The first of each algorithm signs, the others are only published. */
  readonly jwks: JWK[]
}

/**
 * Returns the deployment's keys, creating them at the first call. Every process gets the same.
 */
export async function signingKeysOf(services: Means): Promise<SigningKeys> {
  const rows = await inTransaction(services.db, asSystem, present)
  if (rows.length === 0) {
    await replaceSigningKeys(services, undefined)
    return signingKeysOf(services)
  }
  // A new key is published before it signs.
  const ordered = [...rows.filter(({ isNew }) => !isNew), ...rows.filter(({ isNew }) => isNew)]
  return {
    version: ordered.map(({ id }) => id).join(),
    jwks: ordered.map(({ privateKeyEncrypted }) =>
      JSON.parse(services.secrets.decrypt(purpose, privateKeyEncrypted)),
    ),
  }
}

/**
 * Adds a new key for each algorithm. If several processes do so at once, one of them does.
 * @param newest id of the newest key that the caller has seen; undefined if there was none
 */
async function replaceSigningKeys(services: Means, newest: string | undefined): Promise<void> {
  const made = await Promise.all(algorithms.map((algorithm) => make(services, algorithm)))
  await inTransaction(services.db, asSystem, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('openid keys', 0))`.execute(trx)
    const [first] = await present(trx)
    if (first?.id !== newest) return
    await trx
      .updateTable('serverKey')
      .set({ retiredAt: sql<Date>`now()` })
      .where('kind', '=', kind)
      .where('retiredAt', 'is', null)
      .execute()
    await trx.insertInto('serverKey').values(made).execute()
  })
}

/** Deletes keys that are no longer published. @returns their number */
const deleteUnpublished = async (trx: Trx): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('serverKey')
    .where('kind', '=', kind)
    .where(sql<boolean>`retired_at <= now() - make_interval(days => ${publishedDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Replaces the keys when they are old enough. The previous ones go on signing for some minutes and stay published for a
 * month.
 */
export const signingKeyRotation: JobHandler = {
  beanName: 'openidKeys',
  methodName: 'rotate',
  desc: 'job.handler.openidKeys.rotate',
  run: async ({ services, params }): Promise<JobResult> => {
    const days = daysOf(params, rotationDays)
    const deleted = await inTransaction(services.db, asSystem, deleteUnpublished)
    const [newest] = await inTransaction(services.db, asSystem, present)
    if (newest && newest.age < days)
      return { key: 'job.outcome.openidKeysKept', params: { age: newest.age, days, deleted } }
    await replaceSigningKeys(services, newest?.id)
    return { key: 'job.outcome.openidKeysReplaced', params: { deleted } }
  },
}
