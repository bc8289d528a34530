import { codes, isApiAddress, type Language, type TextKey } from '@atrium/contract'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Database } from '../../../platform/database/schema.ts'
import { asSystem, inTransaction } from '../../../platform/database/transaction.ts'
import { Rejection } from '../../../platform/http/rejection.ts'
import { outsideCall } from '../../../platform/observability/outside-calls.ts'
import { traceHeaders } from '../../../platform/observability/tracing.ts'
import {
  type Outbound,
  OutboundFailure,
  type OutboundReason,
  type OutboundResponse,
} from '../../../platform/outbound/outbound.ts'
import type { Secrets } from '../../../platform/secrets/index.ts'
import type { Reason } from '../../../platform/texts/translator.ts'
import { productKeys } from './product-keys.ts'
import { signedHeaders } from './signature.ts'

/** Outcome of a call to a product. */
export type ProductOutcome =
  | 'done'
  /** The product received the call and rejected it. */
  | 'refused'
  /** The product rejected the signature. */
  | 'signature'
  /** The product failed with an HTTP error status. */
  | 'status'
  /** The response does not match the expected schema. */
  | 'answer'
  | 'unreachable'
  | 'timeout'
  | 'tooLarge'
  | 'redirect'
  /** The deployment does not allow the server to call this address. */
  | 'address'
  | 'noKey'

/** Failed call to a product, sent to the client with code 30001 and a message for its outcome. */
export class ProductFailure extends Rejection {
  readonly outcome: ProductOutcome
  /** Whether the product does not have the call: HTTP 404, or code 404. */
  readonly isMissing: boolean

  constructor(outcome: Exclude<ProductOutcome, 'done'>, params: Record<string, unknown> = {}) {
    super(codes.productFailed, { key: `product.${outcome}`, params })
    this.message = `the call to the product failed: ${outcome}`
    this.name = 'ProductFailure'
    this.outcome = outcome
    this.isMissing = params.status === 404 || params.code === codes.notFound
  }
}

/** The default texts for transient failures ask the user to retry. */
const retriedKeys: Partial<Record<ProductOutcome, TextKey>> = {
  timeout: 'studyInvitation.reason.timeout',
  status: 'studyInvitation.reason.status',
}

/** Returns why a call failed that is retried automatically. */
export const retriedReason = ({ outcome, key, params }: ProductFailure): Reason => ({
  key: retriedKeys[outcome] ?? key,
  params,
})

/** Services for a call to a product. */
export interface LinkServices {
  readonly db: Kysely<Database>
  readonly secrets: Secrets
  readonly outbound: Outbound
}

export interface ProductCall<Data extends z.ZodMiniType> {
  readonly softwareId: string
  /** Tenant of the call; '0' is the platform. */
  readonly tenantId: string
  /** Base URL of the product's calls; its path is kept. */
  readonly apiUrl: string
  /** Path below the base URL, e.g. /atrium/init. */
  readonly path: `/${string}`
  readonly body: object
  /** UUID that is the same for every attempt of one operation. */
  readonly idempotencyKey: string
  /** Language of the product's messages. */
  readonly language: Language
  /** Schema of the response's `data`. */
  readonly data: Data
  /** Timeout of the product's whole response, in milliseconds; 15 seconds by default. */
  readonly timeout?: number
  /** For calls that send the rights of people: their number, and how many of them a response confirms. */
  readonly people?: { readonly sent: number; readonly confirmedBy: (data: z.output<Data>) => number }
}

/** Default timeout, in seconds. */
export const usualSeconds = 15

const usualTimeout = usualSeconds * 1000

/** Maximum size of a response, in bytes. */
const maxResponse = 256 * 1024

const addressReasons: readonly OutboundReason[] = ['invalid', 'insecure', 'private', 'notAllowed']

const outcomeOf = ({ reason }: OutboundFailure) =>
  addressReasons.includes(reason)
    ? 'address'
    : (reason as Exclude<OutboundReason, 'invalid' | 'insecure' | 'private' | 'notAllowed'>)

/**
 * Returns text from outside as one line of bounded length, without control and format characters, so that databases,
 * logs and pages can show it as plain text.
 */
export const short = (text: string, length = 200): string =>
  [...text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()].slice(0, length).join('')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Response of a product: the suite's own envelope, with additional fields allowed. */
const Envelope = z.object({ code: z.number(), message: z._default(z.string(), '') })

interface Ended<Data> {
  readonly outcome: ProductOutcome
  readonly status?: number
  /** Code of the product's envelope. */
  readonly code?: number
  /** Summary for the log. It omits the response data, which may be personal. */
  readonly answer: string
  readonly message: string
  readonly data?: Data
}

function read<Data extends z.ZodMiniType>(
  { status, body }: OutboundResponse,
  data: Data,
): Ended<z.output<Data>> {
  const sent = parseJson(body)
  const envelope = z.safeParse(Envelope, sent).data
  const said = short(envelope?.message ?? '')
  const answer = envelope ? `${envelope.code} ${said}`.trim() : short(body)
  const ended = { status, ...(envelope && { code: envelope.code }), answer, message: said }
  if (status === 401 || status === 403) return { ...ended, outcome: 'signature' }
  // A gateway in front of the product may also send an envelope when the product is busy or unavailable. That is not
  // a rejection by the product.
  if (status >= 500 || status === 429) return { ...ended, outcome: 'status' }
  if (!envelope) return { ...ended, outcome: status >= 400 ? 'status' : 'answer' }
  if (envelope.code === codes.noSession) return { ...ended, outcome: 'signature' }
  if (envelope.code !== codes.ok || status >= 400)
    return { ...ended, outcome: 'refused', message: said || String(envelope.code) }
  const parsed = z.safeParse(data, Reflect.get(Object(sent), 'data') ?? null)
  return parsed.success ? { ...ended, outcome: 'done', data: parsed.data } : { ...ended, outcome: 'answer' }
}

interface Signer {
  readonly appCode: string
  readonly keys: readonly string[]
}

async function call<Data extends z.ZodMiniType>(
  { outbound }: LinkServices,
  { appCode, keys }: Signer,
  { apiUrl, path, body, idempotencyKey, language, data, timeout = usualTimeout }: ProductCall<Data>,
): Promise<Ended<z.output<Data>>> {
  if (keys.length === 0) return { outcome: 'noKey', answer: '', message: '' }
  try {
    const url = `${apiUrl.replace(/\/+$/, '')}${path}`
    if (!isApiAddress(apiUrl) || outbound.check(url, 'api') === 'invalid')
      throw new OutboundFailure('invalid')
    const { pathname, search } = new URL(url)
    const text = JSON.stringify(body)
    const signed = { appCode, keys, method: 'POST', path: pathname + search, body: text, idempotencyKey }
    const headers = {
      'content-type': 'application/json',
      language,
      ...traceHeaders(),
      ...signedHeaders(signed),
    }
    const answer = await outbound.send({
      url,
      method: 'POST',
      headers,
      body: text,
      timeout,
      maxResponse,
    })
    return read(answer, data)
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { outcome: outcomeOf(error), answer: error.message, message: '' }
  }
}

/**
 * Makes one signed call to a product and records it in `product_call`. Keeps no transaction open while it waits.
 * @returns the product's message, '' for none, and its data
 */
export async function callProduct<Data extends z.ZodMiniType>(
  services: LinkServices,
  wanted: ProductCall<Data>,
): Promise<{ message: string; data: z.output<Data> }> {
  const { db, secrets } = services
  const { softwareId, tenantId, path, idempotencyKey, people } = wanted
  const id = uuidv7()
  const signer = await inTransaction(db, asSystem, async (trx) => {
    const begun = { tenantId, id, softwareId, path, idempotencyKey, people: people?.sent ?? null }
    await trx.insertInto('productCall').values(begun).execute()
    return productKeys(trx, secrets, { softwareId })
  })
  const begun = performance.now()
  const { hostname: host = '' } = URL.parse(wanted.apiUrl) ?? {}
  const ended = await outsideCall(
    { to: 'product', host },
    () => call(services, signer ?? { appCode: '', keys: [] }, wanted),
    ({ outcome }) => outcome,
  )
  const { outcome, status = null, code, answer, message } = ended
  const durationMs = Math.round(performance.now() - begun)
  const data = ended.data as z.output<Data>
  const confirmed = outcome === 'done' ? (people?.confirmedBy(data) ?? null) : null
  await inTransaction(db, asSystem, (trx) =>
    trx
      .updateTable('productCall')
      .set({ outcome, status, answer, durationMs, confirmed })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute(),
  )
  if (outcome !== 'done') {
    const seconds = (wanted.timeout ?? usualTimeout) / 1000
    throw new ProductFailure(outcome, { message, status, code, seconds })
  }
  return { message, data }
}
