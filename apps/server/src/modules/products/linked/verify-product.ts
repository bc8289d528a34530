import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import { productKeys } from './product-keys.ts'
import { type IncomingCall, isSignedUnder, readSigned, type SignedCall } from './signature.ts'

/** How old a call may be, and how far ahead its sender's clock. Seconds, by the clock of the database. */
export const tolerance = 300

/** A product that has proved who it is. */
export interface CallingProduct {
  readonly softwareId: string
  readonly appCode: string
  /** By which it tells a further try from another thing. */
  readonly idempotencyKey: string
  /** Of the body that must come, as it signed it: SHA-256 in hexadecimal. */
  readonly contentHash: string
}

/** Why a call is not taken: `unsigned` also where nobody has the code, so that codes cannot be tried out. */
export type SignatureFault = 'unsigned' | 'stale' | 'replayed'

const margin = sql`make_interval(secs => ${sql.lit(tolerance)})`

const sentAt = (timestamp: string) => sql`to_timestamp(${Number(timestamp)}::float8)`

/** Whether a call is of now, by the clock of the database. @param timestamp seconds since 1970 */
export async function isRecent(trx: Trx, timestamp: string): Promise<boolean> {
  const sent = sentAt(timestamp)
  const clock = await sql<{ recent: boolean }>`
    select ${sent} between clock_timestamp() - ${margin} and clock_timestamp() + ${margin} as recent`.execute(
    trx,
  )
  return clock.rows[0]?.recent === true
}

/** Until when the nonce of a call is kept: it would be stale then by any clock. */
export const nonceExpiry = (timestamp: string) => sql<Date>`${sentAt(timestamp)} + 2 * ${margin}`

/** Uses a nonce up. @returns what is wrong, if it was used or the call is not of now */
async function spendNonce(
  trx: Trx,
  softwareId: string,
  { nonce, timestamp }: SignedCall,
): Promise<SignatureFault | undefined> {
  if (!(await isRecent(trx, timestamp))) return 'stale'
  const spent = await trx
    .insertInto('productNonce')
    .values({ softwareId, nonce, expiresAt: nonceExpiry(timestamp) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return spent ? undefined : 'replayed'
}

/**
 * Finds out which product has signed a call, and uses its signature up: the same call is not taken again.
 * The body is to be checked yet, against `contentHash`.
 */
export async function verifyProduct(
  { db, secrets }: { readonly db: Kysely<Database>; readonly secrets: Secrets },
  incoming: IncomingCall,
): Promise<CallingProduct | SignatureFault> {
  const call = readSigned(incoming)
  if (!call) return 'unsigned'
  return inTransaction(db, asSystem, async (trx) => {
    const product = await productKeys(trx, secrets, { appCode: call.appCode })
    if (!isSignedUnder(product?.keys ?? [], call) || !product) return 'unsigned'
    const fault = await spendNonce(trx, product.softwareId, call)
    if (fault) return fault
    const { idempotencyKey, contentHash } = call
    return { softwareId: product.softwareId, appCode: product.appCode, idempotencyKey, contentHash }
  })
}

/** A body that is not the one that was signed. */
export class ContentMismatch extends Error {}

/** A body with more bytes than one may have. */
export class ContentTooLarge extends Error {
  readonly statusCode = 413
}

/**
 * Passes a body on and, at its end, fails where it was not the one that was signed. Nothing of it counts before that end.
 * @param limit the most bytes that it may have
 * @throws ContentMismatch or ContentTooLarge as the stream's error
 */
export function checkedContent(body: Readable, contentHash: string, limit: number): Readable {
  const hash = createHash('sha256')
  let left = limit
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      left -= chunk.length
      if (left < 0) done(new ContentTooLarge('the content is too large'))
      else done(null, chunk)
    },
    flush: (done) =>
      done(
        hash.digest('hex') === contentHash ? null : new ContentMismatch('the content is not what was signed'),
      ),
  })
  // It may fail before anybody reads it: whoever does is told then.
  check.on('error', () => undefined)
  body.on('error', (error) => check.destroy(error))
  // A client that hangs up in the middle ends its body without an error of its own.
  body.on('close', () => void (body.readableEnded || check.destroy(new Error('the content was cut off'))))
  body.pipe(check)
  // What nobody reads any more is let go, so that the connection is free again; after pipe, which holds it back.
  check.on('close', () => void (body.readableEnded || body.resume()))
  return check
}
