import type { Code } from '@atrium/contract'
import { create } from 'zustand'
import { contractText } from '../i18n/texts.ts'
import { notifyError } from '../transport/notifier.ts'
import { lastSignIn, returnAddress } from './sign-in-memory.ts'
import { endSession, sessionKey, useSession } from './store.ts'

/** Waits for a promise, but no longer than until the signal: it then throws the signal's reason. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

const store = create<{ readonly reason: Code | undefined }>(() => ({ reason: undefined }))

/** Why the user must sign in again; undefined while the session is valid. */
export const useSessionEnd = (): Code | undefined => store(({ reason }) => reason)

/** Source of the page's sessions, if the user does not sign in here. */
let giver: (() => void) | undefined

/**
 * Makes the source of the page's sessions renew an ended one; the user is not asked to sign in then.
 * @param ended called each time; undefined if the user signs in
 */
export function renewSessionBy(ended: (() => void) | undefined): void {
  giver = ended
}

/** Waiting point of calls that were rejected because the session has ended, and of all later ones. */
let renewal: PromiseWithResolvers<void> | undefined

/**
 * Handles a session that the server no longer accepts. The host asks the user to sign in again, once for any number of
 * calls. If it is unknown how they signed in, they are signed out and return here from the sign-in page.
 * @param key the session's key; a newer session is not touched
 * @param code one of the session-invalid codes
 */
export function sessionInvalid(key: string, code: Code): void {
  if (renewal || key !== sessionKey()) return
  if (!giver && lastSignIn.type() === undefined) {
    returnAddress.keepPresent()
    endSession()
    notifyError(contractText(`code.${code}`))
    return
  }
  renewal = Promise.withResolvers()
  renewal.promise.catch(() => undefined) // nobody may be waiting
  store.setState({ reason: code })
  giver?.()
}

/** Waits while the user is asked to sign in again. */
export async function sessionRenewed(signal?: AbortSignal): Promise<void> {
  if (renewal) await unlessAborted(renewal.promise, signal)
}

// In this tab or another: a new key resumes the waiting calls, no key rejects them.
useSession.subscribe(({ key }, before) => {
  if (key === before.key) return
  if (key) renewal?.resolve()
  else renewal?.reject(new DOMException('Signed out', 'AbortError'))
  renewal = undefined
  store.setState({ reason: undefined })
})
