import type { Call, Envelope } from '@atrium/contract'
import ky, { type KyInstance } from 'ky'
import { TransportFailure } from './failure.ts'
import { queryOf } from './query.ts'

/** How a request reaches its server. */
export interface Way {
  /** What stands before the call's path. */
  readonly prefix: URL
  readonly headers: Readonly<Record<string, string>>
  /** How long an answer may take to begin, in milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

// A call is never repeated by itself: GET calls change state here.
const api: KyInstance = ky.create({ retry: 0, throwHttpErrors: false })

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body && Number.isFinite(Number(body.code))

/** Takes what goes wrong on the way for what it is to the user: no answer, unless they aborted the call. */
export const failing =
  (signal: AbortSignal | undefined, status?: number) =>
  (cause: unknown): never => {
    signal?.throwIfAborted()
    throw new TransportFailure(cause, status)
  }

/**
 * Sends one request and waits until its answer begins.
 * @throws TransportFailure without an answer under HTTP status 200; AbortError when aborted
 */
export async function request(call: Call, input: object, { signal, ...way }: Way): Promise<Response> {
  const fields = call.method === 'GET' ? { searchParams: queryOf(input) } : { json: input }
  const response = await api(call.path, { method: call.method, signal, ...way, ...fields }).catch(
    failing(signal),
  )
  if (response.status !== 200) throw new TransportFailure(undefined, response.status)
  return response
}

/**
 * Reads the envelope of an answer.
 * @throws TransportFailure where there is none; AbortError when aborted
 */
export async function envelopeOf(response: Response, signal: AbortSignal | undefined): Promise<Envelope> {
  const body: unknown = await response.json().catch(failing(signal, response.status))
  if (!isEnvelope(body)) throw new TransportFailure(body, response.status)
  return body
}

/**
 * Sends one request and waits for its envelope.
 * @throws TransportFailure without an envelope under HTTP status 200; AbortError when aborted
 */
export const exchange = async (call: Call, input: object, way: Way): Promise<Envelope> =>
  envelopeOf(await request(call, input, way), way.signal)
