import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** How old a call may be, and how far ahead its sender's clock. Seconds. */
const tolerance = 300

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Checks the signatures of calls as docs/integrators.md describes them: under one key, of now, over this very body,
 * and each once. While the suite has two keys, a call bears a signature under each: one is enough.
 *
 * @returns whether a call is good
 */
export function signatureCheck(appCode: string, key: string): (request: FastifyRequest) => boolean {
  const used = new Map<string, number>()
  return ({ method, url, headers, body }) => {
    const header = (name: string): string => String(headers[name] ?? '')
    const [timestamp, nonce] = [header('atrium-timestamp'), header('atrium-nonce')]
    const contentHash = sha256(String(body ?? ''))
    const lines = [timestamp, nonce, header('idempotency-key'), method, url, contentHash]
    const wanted = `v1=${createHmac('sha256', key).update(lines.join('\n')).digest('hex')}`
    const signatures = header('atrium-signature').split(',')
    const now = Date.now() / 1000
    for (const [known, at] of used) if (now - at > tolerance) used.delete(known)
    const isGood =
      isSame(header('atrium-key'), appCode) &&
      isSame(header('atrium-content-sha256'), contentHash) &&
      signatures.some((signature) => isSame(signature, wanted)) &&
      /^\d+$/.test(timestamp) &&
      Math.abs(now - Number(timestamp)) <= tolerance &&
      nonce !== '' &&
      !used.has(nonce)
    if (isGood) used.set(nonce, Number(timestamp))
    return isGood
  }
}
