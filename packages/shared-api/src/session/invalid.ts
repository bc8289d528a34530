import type { Code } from '@atrium/contract'
import { create } from 'zustand'
import { contractText } from '../i18n/texts.ts'
import { notifyError } from '../transport/notifier.ts'
import { lastSignIn, returnAddress } from './sign-in-memory.ts'
import { endSession, sessionKey, useSession } from './store.ts'

/** Waits for a promise, but throws the signal's reason as soon as the signal aborts. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

const store = create<{ readonly reason: Code | undefined }>(() => ({ reason: undefined }))

/** Returns why the user must sign in again; undefined while the session is valid. */
export const useSessionEnd = (): Code | undefined => store(({ reason }) => reason)

/** Requests a new session from the embedding page; undefined if the user signs in here. */
let requestNewSession: (() => void) | undefined

/**
 * Makes the embedding page renew ended sessions; the user is then not asked to sign in.
 * @param ended called for each ended session; undefined to let the user sign in
 */
export function renewSessionBy(ended: (() => void) | undefined): void {
  requestNewSession = ended
}

/** Pending while the session has ended. Rejected calls and all later ones wait for it. */
let renewal: PromiseWithResolvers<void> | undefined

/**
 * Handles a session that the server no longer accepts. The host asks the user to sign in again, once for any number
 * of calls. If it is unknown how the user signed in, the user is signed out and returns here from the sign-in page.
 * @param key key of the ended session; a newer session is not affected
 * @param code one of the session-invalid codes
 */
export function sessionInvalid(key: string, code: Code): void {
  if (renewal || key !== sessionKey()) return
  if (!requestNewSession && lastSignIn.type() === undefined) {
    returnAddress.keepPresent()
    endSession()
    notifyError(contractText(`code.${code}`))
    return
  }
  renewal = Promise.withResolvers()
  renewal.promise.catch(() => undefined) // there may be no waiting call
  store.setState({ reason: code })
  requestNewSession?.()
}

/** Waits until the user has signed in again, if the session has ended. */
export async function sessionRenewed(signal?: AbortSignal): Promise<void> {
  if (renewal) await unlessAborted(renewal.promise, signal)
}

// Also reacts to other tabs: a new key resumes the waiting calls, no key rejects them.
useSession.subscribe(({ key }, before) => {
  if (key === before.key) return
  if (key) renewal?.resolve()
  else renewal?.reject(new DOMException('Signed out', 'AbortError'))
  renewal = undefined
  store.setState({ reason: undefined })
})
