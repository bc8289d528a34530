import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a signature stands for, besides the key. */
interface SignedFacts {
  /** Seconds since 1970. */
  readonly timestamp: string
  /** Never the same twice, so that nobody can send again what was recorded. */
  readonly nonce: string
  /** The same for every try at one thing, so that it is done once. */
  readonly idempotencyKey: string
  readonly method: string
  /** With its query, as it stands in the request. */
  readonly path: string
  /** SHA-256 of the body, in hexadecimal. */
  readonly contentHash: string
}

/** What is signed: each fact on a line of its own, none of which can hold a line break. */
export const signedText = ({
  timestamp,
  nonce,
  idempotencyKey,
  method,
  path,
  contentHash,
}: SignedFacts): string => [timestamp, nonce, idempotencyKey, method, path, contentHash].join('\n')

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** SHA-256 of a body, in hexadecimal. */
export const contentHashOf = (body: string | Buffer): string =>
  createHash('sha256').update(body).digest('hex')

/** The content hash of a call that has no body. */
export const noContentHash = contentHashOf('')

export interface CallToSign extends Pick<SignedFacts, 'idempotencyKey' | 'method' | 'path'> {
  readonly appCode: string
  /** While a key is replaced there are two: the call bears a signature under each. */
  readonly keys: readonly string[]
  readonly body: string | Buffer
  /** Seconds since 1970; now by default. */
  readonly timestamp?: number
}

const now = (): number => Math.floor(Date.now() / 1000)

/** The headers of a signed call, as docs/integrators.md describes them. */
export function signedHeaders({
  appCode,
  keys,
  body,
  timestamp: time = now(),
  ...call
}: CallToSign): Record<string, string> {
  const timestamp = String(time)
  const nonce = randomBytes(16).toString('base64url')
  const contentHash = contentHashOf(body)
  const text = signedText({ ...call, timestamp, nonce, contentHash })
  return {
    'atrium-key': appCode,
    'atrium-timestamp': timestamp,
    'atrium-nonce': nonce,
    'idempotency-key': call.idempotencyKey,
    'atrium-content-sha256': contentHash,
    'atrium-signature': keys.map((key) => `v1=${hmac(key, text).toString('hex')}`).join(),
  }
}

/** What a call says of its signature: who has signed it, and how. */
export interface Statement extends SignedFacts {
  readonly key: string
  readonly signature: string
}

/** A call that a product says to have signed. */
export interface SignedCall extends SignedFacts {
  readonly appCode: string
  readonly signatures: readonly Buffer[]
}

const shapes = {
  'atrium-key': /^[!-~]{1,64}$/,
  'atrium-timestamp': /^\d{1,12}$/,
  'atrium-nonce': /^[\w-]{16,128}$/,
  'idempotency-key': /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  'atrium-content-sha256': /^[\da-f]{64}$/,
} as const

const productSignature = /^v1=[\da-f]{64}(,v1=[\da-f]{64})?$/

/** A call that came in, as far as a signature covers it. */
export interface IncomingCall {
  readonly method: string
  /** With its query, as it stands in the request. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Reads what a call says of its signature.
 * @param signature its form
 * @returns undefined where a header is missing or not in its form
 */
export function readStatement(
  { method, path, headers }: IncomingCall,
  signature: RegExp,
): Statement | undefined {
  const header = (name: string): string => String(headers[name] ?? '')
  const wanted = Object.entries({ ...shapes, 'atrium-signature': signature })
  if (!wanted.every(([name, shape]) => shape.test(header(name)))) return undefined
  return {
    method,
    path,
    key: header('atrium-key'),
    timestamp: header('atrium-timestamp'),
    nonce: header('atrium-nonce'),
    idempotencyKey: header('idempotency-key'),
    contentHash: header('atrium-content-sha256'),
    signature: header('atrium-signature'),
  }
}

/** The same of a call that a product has signed. */
export function readSigned(incoming: IncomingCall): SignedCall | undefined {
  const statement = readStatement(incoming, productSignature)
  if (!statement) return undefined
  const { key: appCode, signature, ...facts } = statement
  const signatures = signature.split(',').map((one) => Buffer.from(one.slice('v1='.length), 'hex'))
  return { ...facts, appCode, signatures }
}

/** Whether a call was signed under one of the keys. Takes the same time whichever it is, and with none. */
export function isSignedUnder(keys: readonly string[], call: SignedCall): boolean {
  const text = signedText(call)
  const [first = '', second = first] = keys
  const wanted = [first, second].map((key) => hmac(key, text))
  const fits = wanted.flatMap((one) => call.signatures.map((signature) => timingSafeEqual(one, signature)))
  return keys.length > 0 && fits.includes(true)
}
