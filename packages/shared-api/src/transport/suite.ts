import type { Call, Envelope } from '@atrium/contract'
import { currentLanguage } from '../i18n/index.ts'
import { profile } from '../profile/index.ts'
import { exchange } from './exchange.ts'

const timeout = 120_000

export interface SuiteOptions {
  /** The session's key; undefined without a session. */
  readonly key: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** One request to the suite's own server. Its address is made absolute: a page that embeds the suite may live elsewhere. */
export const askSuite = (call: Call, input: object, { key, signal }: SuiteOptions): Promise<Envelope> =>
  exchange(call, input, {
    prefix: new URL(profile().apiPrefix, document.baseURI),
    headers: { language: currentLanguage(), ...(key && { Authorization: key }) },
    timeout,
    signal,
  })
