import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Maximum age of a call, and maximum lead of the sender's clock, in seconds. */
const tolerance = 300

/** Identity and key of a product at the suite. */
export interface Signer {
  readonly appCode: string
  readonly key: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const hmac = (key: string, lines: readonly string[]): string =>
  `v1=${createHmac('sha256', key).update(lines.join('\n')).digest('hex')}`

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const nonceShape = /^[\w-]{16,128}$/
const keyShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Creates a check for signed calls, as described in docs/integrators.md. A call is valid if it is signed with the
 * key, recent, unchanged and not a repeat. While the suite has two keys, a call carries one signature for each. One
 * valid signature is enough.
 * @returns whether a call is valid
 */
export function signatureCheck({ appCode, key }: Signer): (request: FastifyRequest) => boolean {
  const used = new Map<string, number>()
  return ({ method, url, headers, body }) => {
    const header = (name: string): string => String(headers[name] ?? '')
    const [timestamp, nonce] = [header('atrium-timestamp'), header('atrium-nonce')]
    const idempotencyKey = header('idempotency-key')
    const contentHash = sha256(String(body ?? ''))
    const wanted = hmac(key, [timestamp, nonce, idempotencyKey, method, url, contentHash])
    const signatures = header('atrium-signature').split(',')
    const now = Date.now() / 1000
    for (const [known, at] of used) if (now - at > tolerance) used.delete(known)
    const isGood =
      isSame(header('atrium-key'), appCode) &&
      isSame(header('atrium-content-sha256'), contentHash) &&
      signatures.some((signature) => isSame(signature, wanted)) &&
      /^\d+$/.test(timestamp) &&
      Math.abs(now - Number(timestamp)) <= tolerance &&
      nonceShape.test(nonce) &&
      keyShape.test(idempotencyKey) &&
      !used.has(nonce)
    if (isGood) used.set(nonce, Number(timestamp))
    return isGood
  }
}

/** Returns the headers of a call to the suite. */
export function signedHeaders({ appCode, key }: Signer, path: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomBytes(16).toString('base64url')
  const idempotencyKey = randomUUID()
  const contentHash = sha256(body)
  return {
    'atrium-key': appCode,
    'atrium-timestamp': timestamp,
    'atrium-nonce': nonce,
    'idempotency-key': idempotencyKey,
    'atrium-content-sha256': contentHash,
    'atrium-signature': hmac(key, [timestamp, nonce, idempotencyKey, 'POST', path, contentHash]),
  }
}
