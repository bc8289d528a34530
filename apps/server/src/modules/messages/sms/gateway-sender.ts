import { createHmac } from 'node:crypto'
import { StartupError } from '../../../platform/database/index.ts'
import type { SendResult } from '../outbox/attempts.ts'
import type { Outgoing, Sender } from '../sender.ts'

/** URL of the SMS gateway, with the key that identifies us. */
interface Gateway {
  readonly url: string
  readonly keyId: string
  readonly key: string
}

/**
 * Parses SMS_GATEWAY_URL: `http[s]://<key id>:<key>@host[:port]/path`.
 * @throws StartupError if the key is missing; its message does not contain the URL
 */
function parseGatewayUrl(text: string): Gateway {
  const url = new URL(text)
  const keyId = decodeURIComponent(url.username)
  const key = decodeURIComponent(url.password)
  if (keyId === '' || key === '') {
    throw new StartupError(
      'SMS_GATEWAY_URL has no signing key: write https://<key id>:<key>@sms.example.com/path.',
    )
  }
  url.username = ''
  url.password = ''
  return { url: url.href, keyId, key }
}

/**
 * Returns the signature of a request to the gateway: HMAC-SHA-256 (RFC 2104) over the timestamp, a dot and the body.
 * @param timestamp seconds since 1970, so that the gateway can reject replays
 * @returns `v1=` and 64 hex digits
 */
const signatureOf = (key: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`

/** Maximum size of a response that is read, in bytes. */
const maxResponseSize = 2048

/** Reads the beginning of a response's body. The rest is not fetched. */
async function readResponse({ body }: Response): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop cancels the stream.
    if (size >= maxResponseSize) break
  }
  return Buffer.concat(chunks).subarray(0, maxResponseSize).toString('utf8')
}

/** Timeout of a request to the gateway, in milliseconds. */
const responseTimeout = 15_000

/** Returns the body of a request to the gateway, as documented in docs/operators/messages.md. */
const bodyOf = ({ to, language, template, reference, body }: Outgoing): string =>
  JSON.stringify({ id: reference, to, text: body.text, language, template, params: body.params ?? {} })

const request = ({ url, keyId, key }: Gateway, message: Outgoing, signal: AbortSignal): Promise<Response> => {
  const body = bodyOf(message)
  const timestamp = String(Math.floor(Date.now() / 1000))
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.reference,
      'atrium-key': keyId,
      'atrium-timestamp': timestamp,
      'atrium-signature': signatureOf(key, timestamp, body),
    },
    body,
    // The message may contain a code, so it must not reach the target of a redirect.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(responseTimeout)]),
  })
}

const outcomeOf = ({ status, ok }: Response): SendResult['outcome'] => {
  if (ok) return 'delivered'
  if (status === 400 || status === 422) return 'refused'
  return status === 429 ? 'deferred' : 'unreachable'
}

/** Returns the reason of a failed request. Node's message is only 'fetch failed'; the cause has the details. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: Partial<Error> }
  return cause?.message ? `${message}: ${cause.message}` : message
}

/**
 * Sends SMS through an HTTP gateway, which responds with 2xx when it has accepted one, and with 400 or 422 when it
 * rejects one permanently. After any other response the message is sent again later under the same idempotency key.
 * @param gatewayUrl in the format of `parseGatewayUrl`
 */
export function gatewaySender(gatewayUrl: string): Sender {
  const gateway = parseGatewayUrl(gatewayUrl)
  return {
    kind: 'sms',
    send: async (message, signal) => {
      try {
        const response = await request(gateway, message, signal)
        return {
          outcome: outcomeOf(response),
          answer: `HTTP ${response.status} ${await readResponse(response)}`,
        }
      } catch (error) {
        return { outcome: 'unreachable', answer: reasonOf(error) }
      }
    },
  }
}
