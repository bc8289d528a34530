import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The key that a sender of SMS signs with. */
export interface GatewayKey {
  readonly id: string
  readonly key: string
}

/** How old a request may be, and how far ahead its sender's clock, in seconds. */
const tolerance = 300

const isRecent = (timestamp: string): boolean =>
  /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether a request was signed with the key, a short while ago, over this very body. */
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
