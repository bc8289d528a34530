import {
  type Call,
  type Envelope,
  filledPath,
  type InputOf,
  type ResponseOf,
  reasonHeader,
} from '@atrium/contract'
import { suiteUrl } from './suite.ts'

/** Makes a call and returns its data; throws an error on a rejection. */
export type Api = <C extends Call>(call: C, input: InputOf<C>) => Promise<ResponseOf<C>>

/**
 * Returns the suite's API for a session.
 * @param url of the server; by default that of the shared server
 */
export const apiOf =
  (key: string, url = suiteUrl): Api =>
  async (call, input) => {
    const post = call.method === 'POST'
    const { path, rest } = filledPath(call.path, Object(input))
    const query = post ? '' : `?${new URLSearchParams(Object.entries(rest) as [string, string][])}`
    const response = await fetch(`${url}/api${path}${query}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        authorization: key,
        language: 'zh',
        [reasonHeader]: 'e2e',
      },
      ...(post && { body: JSON.stringify(rest) }),
    })
    const envelope = (await response.json()) as Envelope
    if (!envelope.success) throw new Error(`${call.path} answered ${envelope.code}: ${envelope.message}`)
    return envelope.data as ResponseOf<typeof call>
  }
