import { codes, HandedOver, type Language } from '@atrium/contract'
import * as z from 'zod/mini'
import { type Signer, signedHeaders } from './signature.ts'

const Redeemed = z.object({
  code: z.number(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
})

/** How long the suite may take, in milliseconds. */
const timeout = 15_000

/** Why nobody came. */
export interface NotHandedOver {
  /** The code is not good (any more), or nobody could be asked. */
  readonly reason: 'refused' | 'unreachable'
  /** The suite's message in the requested language; '' for none. */
  readonly message: string
}

export const unreachable: NotHandedOver = { reason: 'unreachable', message: '' }

/** The code in a request, and the page that received it. */
export interface Arrival {
  readonly code: string
  /** The product's own page at which the code arrived. */
  readonly address: string
}

/** Redeems the one-time code that somebody brings along from the suite. */
export async function redeem(
  suiteUrl: string,
  signer: Signer,
  arrival: Arrival,
  language: Language,
): Promise<HandedOver | NotHandedOver> {
  const url = new URL('/api/portal/redeem', suiteUrl)
  const body = JSON.stringify(arrival)
  const headers = {
    'content-type': 'application/json',
    language,
    ...signedHeaders(signer, url.pathname, body),
  }
  try {
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const result = z.safeParse(Redeemed, await response.json()).data
    // 429 and 503 are faults of the way: the code may be good.
    if (!result || response.status >= 500 || response.status === 429) return unreachable
    return result.code === codes.ok
      ? z.parse(HandedOver, result.data)
      : { reason: 'refused', message: result.message }
  } catch {
    return unreachable
  }
}
