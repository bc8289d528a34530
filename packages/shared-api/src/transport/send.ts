import { type Call, type Envelope, type InputOf, isSessionInvalid, type ResponseOf } from '@atrium/contract'
import { currentLanguage } from '../i18n/texts.ts'
import { profile } from '../profile.ts'
import { sessionInvalid, sessionRenewed } from '../session/invalid.ts'
import { sessionKey } from '../session/store.ts'
import { TransportFailure } from './failures.ts'
import { type Feedback, withFeedback } from './feedback.ts'
import { askForReason, canAskForReason, noReason, type Reason, reasonProblem } from './reason.ts'
import { requestEnvelope, requestSuite } from './request.ts'
import { askForSignature, canAskForSignature, type SentSignature, signatureProblem } from './signature.ts'

/** Returns the session's key if the server rejected it. */
const rejectedKey = ({ code }: Envelope, key: string | undefined): string | undefined =>
  isSessionInvalid(Number(code)) ? key : undefined

/**
 * Sends one request within the session. If the session has ended, it waits until the user has signed in again and
 * sends the request once more; a second rejection is final.
 * @param ask sends the request with a session key
 * @throws AbortError when aborted, or when the user signs out instead of signing in
 */
export async function requestInSession(
  ask: (key: string | undefined) => Promise<Envelope>,
  signal: AbortSignal | undefined,
): Promise<Envelope> {
  await sessionRenewed(signal)
  const key = sessionKey()
  const envelope = await ask(key)
  const rejected = rejectedKey(envelope, key)
  if (!rejected) return envelope
  sessionInvalid(rejected, envelope.code)
  await sessionRenewed(signal)
  const next = sessionKey()
  if (!next) return envelope
  const again = await ask(next)
  if (rejectedKey(again, next)) sessionInvalid(next, again.code)
  return again
}

export interface SendOptions extends Feedback {
  /**
   * Whether a call whose session has ended waits until the user has signed in again and is then sent once more; true
   * by default. Public calls never wait.
   */
  readonly renew?: boolean
  readonly signal?: AbortSignal
  /** Reason for the change. */
  readonly reason?: Reason
  /**
   * Whether the caller itself shows that the server requires a reason; false by default. Otherwise the user is asked,
   * and the call is sent once more with the reason.
   */
  readonly showsReason?: boolean
}

/**
 * Makes one call of the contract.
 * @param call declaration of the call
 * @param input fields of the request
 * @returns the envelope's data
 * If the server requires an electronic signature, the user is asked for it and the call is sent once more.
 * @throws Rejection when the server rejects the call; TransportFailure without a usable response. Both have already
 * been shown to the user, a rejection only if not `quiet`. AbortError when aborted, or when the user signs out while
 * the call waits for a new session
 */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  { renew = true, signal, reason = noReason, showsReason = false, ...feedback }: SendOptions = {},
): Promise<ResponseOf<C>> {
  const waits = renew && call.access.kind !== 'public'
  const attempt = (signature?: SentSignature) => {
    const ask = (key: string | undefined) =>
      requestSuite(call, Object(input), { key, signal, reason, signature })
    const answered = () => (waits ? requestInSession(ask, signal) : ask(sessionKey()))
    return withFeedback(answered, feedback, isAsked) as Promise<ResponseOf<C>>
  }
  const asksReason = !showsReason && !feedback.silent && canAskForReason()
  const asksSignature = !feedback.silent && canAskForSignature()
  const isAsked = (error: unknown) =>
    (asksReason && reasonProblem(Object(input), error) !== undefined) ||
    (asksSignature && signatureProblem(error) !== undefined)
  try {
    return await attempt()
  } catch (error) {
    const unsigned = asksSignature ? signatureProblem(error) : undefined
    if (unsigned) {
      const signed = await askForSignature({
        call,
        problem: unsigned,
        attempt: async (signature) => {
          try {
            return { response: await attempt(signature) }
          } catch (rejection) {
            const problem = signatureProblem(rejection)
            if (!problem) throw rejection
            return { problem }
          }
        },
      })
      if (!signed) throw error
      return signed.response as ResponseOf<C>
    }
    const problem = asksReason ? reasonProblem(Object(input), error) : undefined
    if (problem === undefined) throw error
    const given = await askForReason({ call, input: Object(input), given: reason, problem })
    if (!given) throw error
    return send(call, input, { renew, ...(signal && { signal }), ...feedback, reason: given })
  }
}

const timeout = 50_000

/** Loaded with the first call, because few deployments have a CTMS. */
const source = async (publicKey: string): Promise<string> =>
  (await import('./ctms-source.ts')).sourceOf(publicKey)

async function requestCtms(call: Call, input: object, signal: AbortSignal | undefined) {
  const { basePath, publicKey } = profile().ctms
  if (!basePath || !publicKey)
    throw new TransportFailure('The profile has no CTMS: set ctms.basePath and ctms.publicKey')
  // The session's key is not sent, because it would give the operators of the CTMS access to the suite.
  const headers = { language: currentLanguage(), source: await source(publicKey) }
  return requestEnvelope(call, input, {
    prefix: new URL(basePath, document.baseURI),
    headers,
    timeout,
    signal,
  })
}

/**
 * Makes a call of the clinical trial management system, under the base path in the deployment's profile.
 * @param call declaration of the call
 * @param input fields of the request
 * @returns the envelope's data
 * @throws the same errors as `send`, but no call waits for a new session, because the CTMS has its own sessions
 */
export async function sendToCtms<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: Omit<SendOptions, 'renew'> = {},
): Promise<ResponseOf<C>> {
  return (await withFeedback(
    () => requestCtms(call, Object(input), options.signal),
    options,
  )) as ResponseOf<C>
}
