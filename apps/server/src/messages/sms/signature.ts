import { createHmac } from 'node:crypto'

/**
 * The signature of a request to the gateway: HMAC-SHA-256 (RFC 2104) over timestamp, a dot and the body.
 *
 * @param timestamp seconds since 1970, so that the gateway can refuse what was recorded and sent again
 * @returns `v1=` and 64 hex digits
 */
export const signatureOf = (key: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`
