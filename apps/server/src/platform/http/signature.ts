import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'

/** Maximum difference between the timestamp of a call and the clock of the database, in seconds. */
export const tolerance = 300

/** Fields that a signature covers. docs/integrators.md describes them. */
export interface SignedFacts {
  /** Seconds since 1970. */
  readonly timestamp: string
  /** Different in every call, so that a recorded call cannot be sent again. */
  readonly nonce: string
  /** The same in every attempt of one operation, so that the operation is done once. */
  readonly idempotencyKey: string
  readonly method: string
  /** Path and query, as sent in the request. */
  readonly path: string
  /** SHA-256 of the body, in hexadecimal. */
  readonly contentHash: string
}

/** Returns the text that is signed: one fact per line. No fact can contain a line break. */
export const signedText = ({
  timestamp,
  nonce,
  idempotencyKey,
  method,
  path,
  contentHash,
}: SignedFacts): string => [timestamp, nonce, idempotencyKey, method, path, contentHash].join('\n')

/** The parts of an incoming request that a signature covers. */
export interface IncomingCall {
  readonly method: string
  /** Path and query, as sent in the request. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** The signature headers of a call, well formed but not verified. */
interface SignatureHeaders extends SignedFacts {
  readonly key: string
  readonly signature: string
}

const shapes = {
  'atrium-key': /^[!-~]{1,64}$/,
  'atrium-timestamp': /^\d{1,12}$/,
  'atrium-nonce': /^[\w-]{16,128}$/,
  'idempotency-key': /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  'atrium-content-sha256': /^[\da-f]{64}$/,
} as const

/**
 * Reads the signature headers of a call.
 * @param signature shape of the header `atrium-signature`
 * @returns undefined if a header is missing or malformed
 */
export function readSignatureHeaders(
  { method, path, headers }: IncomingCall,
  signature: RegExp,
): SignatureHeaders | undefined {
  const header = (name: string): string => String(headers[name] ?? '')
  const wanted = Object.entries({ ...shapes, 'atrium-signature': signature })
  if (!wanted.every(([name, shape]) => shape.test(header(name)))) return undefined
  return {
    method,
    path,
    key: header('atrium-key'),
    timestamp: header('atrium-timestamp'),
    nonce: header('atrium-nonce'),
    idempotencyKey: header('idempotency-key'),
    contentHash: header('atrium-content-sha256'),
    signature: header('atrium-signature'),
  }
}

const margin = sql`make_interval(secs => ${sql.lit(tolerance)})`

const sentAt = (timestamp: string) => sql`to_timestamp(${Number(timestamp)}::float8)`

/** Returns whether a timestamp is within the tolerance. @param timestamp seconds since 1970 */
export async function isRecent(trx: Trx, timestamp: string): Promise<boolean> {
  const sent = sentAt(timestamp)
  const clock = await sql<{ recent: boolean }>`
    select ${sent} between clock_timestamp() - ${margin} and clock_timestamp() + ${margin} as recent`.execute(
    trx,
  )
  return clock.rows[0]?.recent === true
}

/** Returns when the nonce of a call can be deleted, because the call would be stale by then. */
export const nonceExpiry = (timestamp: string) => sql<Date>`${sentAt(timestamp)} + 2 * ${margin}`

/** Reason for rejecting a signature. `unsigned` also covers unknown keys, so that nobody can probe for them. */
export type SignatureFault = 'unsigned' | 'stale' | 'replayed'

/** The party that signed a call. */
export interface Signer {
  /** SHA-256 of the body that was signed, in hexadecimal. */
  readonly contentHash: string
  /** Name in the audit trail. */
  readonly name: string
}
