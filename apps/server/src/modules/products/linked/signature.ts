import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type IncomingCall,
  readSignatureHeaders,
  type SignedFacts,
  signedText,
} from '../../../platform/http/signature.ts'
import { contentHashOf } from '../../../platform/http/signed-content.ts'

const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export interface CallToSign extends Pick<SignedFacts, 'idempotencyKey' | 'method' | 'path'> {
  readonly appCode: string
  /** Two keys while a key is being replaced: the call then has a signature for each. */
  readonly keys: readonly string[]
  readonly body: string | Buffer
  /** Unix time in seconds; the current time by default. */
  readonly timestamp?: number
}

const now = (): number => Math.floor(Date.now() / 1000)

/** Returns the headers of a signed call, as described in docs/integrators.md. */
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

/** Signed call of a product whose signature is not verified yet. */
export interface SignedCall extends SignedFacts {
  readonly appCode: string
  readonly signatures: readonly Buffer[]
}

const productSignature = /^v1=[\da-f]{64}(,v1=[\da-f]{64})?$/

/** Reads the signature of a product's call; returns undefined if it is missing or malformed. */
export function readSigned(incoming: IncomingCall): SignedCall | undefined {
  const headers = readSignatureHeaders(incoming, productSignature)
  if (!headers) return undefined
  const { key: appCode, signature, ...facts } = headers
  const signatures = signature.split(',').map((one) => Buffer.from(one.slice('v1='.length), 'hex'))
  return { ...facts, appCode, signatures }
}

/** Returns whether one of the keys signed a call. Takes the same time for two keys, one key or none. */
export function isSignedUnder(keys: readonly string[], call: SignedCall): boolean {
  const text = signedText(call)
  const [first = '', second = first] = keys
  const wanted = [first, second].map((key) => hmac(key, text))
  const fits = wanted.flatMap((one) => call.signatures.map((signature) => timingSafeEqual(one, signature)))
  return keys.length > 0 && fits.includes(true)
}
