import type { SendResult } from '../outbox/index.ts'
import type { Outgoing, Sender } from '../sender.ts'
import { type Gateway, parseGatewayUrl } from './gateway-url.ts'
import { readAnswer } from './read-answer.ts'
import { signatureOf } from './signature.ts'

/** The longest that a gateway may take. Milliseconds. */
const patience = 15_000

/** What the gateway is told, as docs/operators.md lists it. */
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
    // The code is for the gateway alone, not for wherever it might point to.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  })
}

const outcomeOf = ({ status, ok }: Response): SendResult['outcome'] => {
  if (ok) return 'delivered'
  if (status === 400 || status === 422) return 'refused'
  return status === 429 ? 'deferred' : 'unreachable'
}

/** Node says only 'fetch failed'; why is in the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: Partial<Error> }
  return cause?.message ? `${message}: ${cause.message}` : message
}

/**
 * Hands SMS to an HTTP gateway, which answers 2xx when it has taken one over, 400 or 422 when it never will;
 * at anything else the message is sent again later under the same idempotency key.
 *
 * @param gatewayUrl as `parseGatewayUrl` takes it
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
          answer: `HTTP ${response.status} ${await readAnswer(response)}`,
        }
      } catch (error) {
        return { outcome: 'unreachable', answer: reasonOf(error) }
      }
    },
  }
}
