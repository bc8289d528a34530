import { type Call, type Envelope, filledPath } from '@atrium/contract'
import ky, { type KyInstance } from 'ky'
import { currentLanguage } from '../i18n/texts.ts'
import { profile } from '../profile.ts'
import { TransportFailure } from './failures.ts'
import { headersOf, noReason, type Reason } from './reason.ts'
import { type SentSignature, signatureHeadersOf } from './signature.ts'

/**
 * Returns the fields of a GET call as a query string and omits those without a value. A random `t` prevents cached
 * responses.
 */
export function queryOf(input: object): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  query.set('t', `${Date.now()}${Math.random().toString().slice(2, 8)}`)
  return query
}

/** Target and options of a request. */
export interface Endpoint {
  /** Base URL for the call's path. */
  readonly prefix: URL
  readonly headers: Readonly<Record<string, string>>
  /** Timeout for the start of a response, in milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
}

// Calls are never retried automatically, because here even GET calls may change state.
const api: KyInstance = ky.create({ retry: 0, throwHttpErrors: false })

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'code' in body && Number.isFinite(Number(body.code))

/** Turns the error of a request into a TransportFailure, unless the user aborted the call. */
export const asTransportFailure =
  (signal: AbortSignal | undefined, status?: number) =>
  (cause: unknown): never => {
    signal?.throwIfAborted()
    throw new TransportFailure(cause, status)
  }

/**
 * Sends one request and waits until its response starts.
 * @throws TransportFailure without a response with HTTP status 200; AbortError when aborted
 */
export async function sendRequest(
  call: Call,
  input: object,
  { signal, ...endpoint }: Endpoint,
): Promise<Response> {
  const { path, rest } = filledPath(call.path, input)
  const fields = call.method === 'GET' ? { searchParams: queryOf(rest) } : { json: rest }
  const response = await api(path, { method: call.method, signal, ...endpoint, ...fields }).catch(
    asTransportFailure(signal),
  )
  if (response.status !== 200) throw new TransportFailure(undefined, response.status)
  return response
}

/**
 * Reads the envelope of a response.
 * @throws TransportFailure if it has none; AbortError when aborted
 */
export async function envelopeOf(response: Response, signal: AbortSignal | undefined): Promise<Envelope> {
  const body: unknown = await response.json().catch(asTransportFailure(signal, response.status))
  if (!isEnvelope(body)) throw new TransportFailure(body, response.status)
  return body
}

/**
 * Sends one request and waits for its envelope.
 * @throws TransportFailure without an envelope with HTTP status 200; AbortError when aborted
 */
export const requestEnvelope = async (call: Call, input: object, endpoint: Endpoint): Promise<Envelope> =>
  envelopeOf(await sendRequest(call, input, endpoint), endpoint.signal)

const timeout = 120_000

export interface SuiteOptions {
  /** The session's key; undefined without a session. */
  readonly key: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Reason for the change. */
  readonly reason?: Reason | undefined
  /** Electronic signature on the change. */
  readonly signature?: SentSignature | undefined
}

/**
 * Returns the endpoint of the suite's own server. Its address is absolute, because a page that embeds the suite may
 * have another origin.
 */
export const suiteEndpoint = ({ key, signal, reason = noReason, signature }: SuiteOptions): Endpoint => ({
  prefix: new URL(profile().apiPrefix, document.baseURI),
  headers: {
    language: currentLanguage(),
    ...(key && { Authorization: key }),
    ...headersOf(reason),
    ...(signature && signatureHeadersOf(signature)),
  },
  timeout,
  signal,
})

/** Sends one request to the suite's own server. */
export const requestSuite = (call: Call, input: object, options: SuiteOptions): Promise<Envelope> =>
  requestEnvelope(call, input, suiteEndpoint(options))
