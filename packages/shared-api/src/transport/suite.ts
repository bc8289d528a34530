import type { Call, Envelope } from '@atrium/contract'
import { currentLanguage } from '../i18n/texts.ts'
import { profile } from '../profile/index.ts'
import { exchange, type Way } from './exchange.ts'

const timeout = 120_000

export interface SuiteOptions {
  /** The session's key; undefined without a session. */
  readonly key: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The way to the suite's own server. Its address is made absolute: a page that embeds the suite may live elsewhere. */
export const suiteWay = ({ key, signal }: SuiteOptions): Way => ({
  prefix: new URL(profile().apiPrefix, document.baseURI),
  headers: { language: currentLanguage(), ...(key && { Authorization: key }) },
  timeout,
  signal,
})

/** One request to the suite's own server. */
export const askSuite = (call: Call, input: object, options: SuiteOptions): Promise<Envelope> =>
  exchange(call, input, suiteWay(options))
