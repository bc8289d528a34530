import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Key with which a sender of SMS signs. */
export interface GatewayKey {
  readonly id: string
  readonly key: string
}

/** Maximum age of a request, and maximum lead of the sender's clock, in seconds. */
const tolerance = 300

const isRecent = (timestamp: string): boolean =>
  /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Checks whether a request is recent and its body is signed with the key. */
export function isSigned({ id, key }: GatewayKey, headers: IncomingHttpHeaders, body: string): boolean {
  const header = (name: string) => String(headers[name] ?? '')
  const timestamp = header('atrium-timestamp')
  const hmac = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return (
    isSame(header('atrium-key'), id) &&
    isRecent(timestamp) &&
    isSame(header('atrium-signature'), `v1=${hmac}`)
  )
}
