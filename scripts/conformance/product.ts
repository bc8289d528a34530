import { randomUUID } from 'node:crypto'
import type { Language } from '@atrium/contract'
import { signedHeaders } from '../../apps/server/src/modules/products/linked/signature.ts'

/** URLs of the product to check, and the key for its calls. */
export interface ProductAddress {
  /** Base URL of the product's calls; may contain a path. */
  readonly url: string
  readonly appCode: string
  readonly key: string
  /** URL at which users open the product, from the tenant's domain. */
  readonly page: string
  /** URL at which the product redeems codes: it accepts any server there as Atrium. */
  readonly atrium: string
}

/** Time limit for a product's response, in milliseconds. */
export const timeout = 15_000

/** Maximum size of a response that the suite reads, in bytes. */
export const maxResponseLength = 256 * 1024

/** Body and headers of a request. */
interface Sent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface CallOptions {
  readonly language?: Language
  readonly idempotencyKey?: string
  readonly appCode?: string
  /** Signing keys; several while a key is replaced. */
  readonly keys?: readonly string[]
  /** Seconds by which the sender's clock is ahead. */
  readonly ahead?: number
  /** Changes the signed request, as an attacker in the middle would. */
  readonly tamper?: (signed: Sent) => Sent
  /** The signed path, if it differs from the called one. */
  readonly signedPath?: string
}

/** A product's response. */
export interface Result {
  readonly status: number
  /** Code in the envelope; undefined if there was no envelope. */
  readonly code: number | undefined
  readonly message: string
  readonly data: unknown
  /** Headers of the request, for sending it again. */
  readonly headers: Readonly<Record<string, string>>
}

/** Reason why a check fails, in a sentence for the product's developers. */
export class Failed extends Error {}

/** Optional feature that a product lacks. The message is a sentence for the product's developers. */
export class Warning extends Error {}

/** Returns the envelope of a response; all fields are undefined if there is none. */
function envelopeOf(text: string): { code?: unknown; message?: unknown; data?: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Calls a product as the suite does. */
export class ProductClient {
  readonly product: ProductAddress

  constructor(product: ProductAddress) {
    this.product = product
  }

  /** @throws Failed if there is no response that the suite could read */
  async call(path: string, body: unknown, options: CallOptions = {}): Promise<Result> {
    const { url, key } = this.product
    const { language = 'zh', idempotencyKey = randomUUID(), keys = [key], ahead = 0 } = options
    const target = new URL(`${url.replace(/\/+$/, '')}${path}`)
    const text = JSON.stringify(body)
    const signed: Sent = {
      body: text,
      headers: signedHeaders({
        appCode: options.appCode ?? this.product.appCode,
        keys,
        method: 'POST',
        path: options.signedPath ?? target.pathname + target.search,
        body: text,
        idempotencyKey,
        timestamp: Math.floor(Date.now() / 1000) + ahead,
      }),
    }
    const sent = options.tamper?.(signed) ?? signed
    const answered = await this.send(target, language, sent)
    const { code, message, data } = envelopeOf(answered.text)
    return {
      status: answered.status,
      code: typeof code === 'number' ? code : undefined,
      message: typeof message === 'string' ? message : '',
      data,
      headers: sent.headers,
    }
  }

  private async send(
    target: URL,
    language: Language,
    { body, headers }: Sent,
  ): Promise<{ status: number; text: string }> {
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json', language, ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      if (response.status >= 300 && response.status < 400)
        throw new Failed(
          `the product responded with a redirect (HTTP ${response.status}), which is not followed`,
        )
      const text = await response.text()
      if (Buffer.byteLength(text) > maxResponseLength) throw new Failed('the response is larger than 256 kB')
      return { status: response.status, text }
    } catch (error) {
      if (error instanceof Failed) throw error
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw new Failed(
        isLate ? 'the product did not respond within 15 seconds' : 'the product cannot be reached',
      )
    }
  }
}
