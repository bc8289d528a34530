import type { AnswerOf, Call, InputOf } from '@atrium/contract'
import { currentLanguage } from '../../i18n/texts.ts'
import { profile } from '../../profile/index.ts'
import { exchange } from '../exchange.ts'
import { TransportFailure } from '../failure.ts'
import { present } from '../present.ts'
import type { SendOptions } from '../send.ts'

const timeout = 50_000

/** Fetched with the first call: few deployments have a CTMS beside them. */
const source = async (publicKey: string): Promise<string> => (await import('./source.ts')).sourceOf(publicKey)

async function askCtms(call: Call, input: object, signal: AbortSignal | undefined) {
  const { basePath, publicKey } = profile().ctms
  if (!basePath || !publicKey) throw new TransportFailure('The profile names no CTMS')
  // The session's key stays with the suite: it would open the suite to whoever runs the CTMS.
  const headers = { language: currentLanguage(), source: await source(publicKey) }
  return exchange(call, input, { prefix: new URL(basePath, document.baseURI), headers, timeout, signal })
}

/**
 * Makes a call of the clinical trial management system, under the base path of the deployment's profile.
 * @param call its declaration
 * @param input the request's fields
 * @returns the envelope's data
 * @throws as `send` does; a session of the CTMS is none of the suite's, so that nothing waits for one
 */
export async function sendToCtms<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Omit<SendOptions, 'renew'> = {},
): Promise<AnswerOf<C>> {
  return (await present(() => askCtms(call, Object(input), options.signal), options)) as AnswerOf<C>
}
