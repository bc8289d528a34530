import { hkdfSync } from 'node:crypto'

/**
 * A key for one purpose, derived from the deployment's secret (HKDF-SHA-256, RFC 5869): purposes never
 * share a key, and none leads back to the secret.
 *
 * @returns 32 bytes
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'atrium', purpose, 32))
}
