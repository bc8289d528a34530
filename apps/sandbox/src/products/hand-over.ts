import { codes, HandedOver, type Language } from '@atrium/contract'
import * as z from 'zod/mini'
import { type Signer, signedHeaders } from './signature.ts'

const Redeemed = z.object({
  code: z.number(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
})

/** Timeout of the call to the suite, in milliseconds. */
const timeout = 15_000

/** Reason why a user could not be signed in. */
export interface NotHandedOver {
  /** `refused` means that the code is invalid or expired, `unreachable` that the suite did not respond. */
  readonly reason: 'refused' | 'unreachable'
  /** The suite's message in the requested language, or ''. */
  readonly message: string
}

export const unreachable: NotHandedOver = { reason: 'unreachable', message: '' }

/** The code in a request, and the page that received it. */
export interface Arrival {
  readonly code: string
  /** Page of the product at which the code arrived. */
  readonly address: string
}

/** Redeems the one-time code that a user brings from the suite. */
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
    // 429 and server errors say nothing about the code, which may still be valid.
    if (!result || response.status >= 500 || response.status === 429) return unreachable
    return result.code === codes.ok
      ? z.parse(HandedOver, result.data)
      : { reason: 'refused', message: result.message }
  } catch {
    return unreachable
  }
}
