import type { Call, Envelope } from '@atrium/contract'
import ky, { type KyInstance } from 'ky'
import { TransportFailure } from './failure.ts'
import { queryOf } from './query.ts'

/** How a request reaches its server. */
export interface Way {
  /** What stands before the call's path. */
  readonly prefix: URL
  readonly headers: Readonly<Record<string, string>>
  /** How long an answer may take, in milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

// A call is never repeated by itself: GET calls change state here.
const api: KyInstance = ky.create({ retry: 0, throwHttpErrors: false })

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body && Number.isFinite(Number(body.code))

/**
 * Sends one request and waits for its envelope.
 * @throws TransportFailure without an envelope under HTTP status 200; AbortError when aborted
 */
export async function exchange(call: Call, input: object, { signal, ...way }: Way): Promise<Envelope> {
  const fields = call.method === 'GET' ? { searchParams: queryOf(input) } : { json: input }
  const response = await api(call.path, { method: call.method, signal, ...way, ...fields }).catch(
    (cause: unknown) => {
      signal?.throwIfAborted()
      throw new TransportFailure(cause)
    },
  )
  if (response.status !== 200) throw new TransportFailure(undefined, response.status)
  const body: unknown = await response.json().catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new TransportFailure(cause, response.status)
  })
  if (!isEnvelope(body)) throw new TransportFailure(body, response.status)
  return body
}
