import { profile } from '../profile.ts'
import { storageKeys } from '../storage/keys.ts'
import { Rejection } from '../transport/failures.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { lastSignIn } from './sign-in-memory.ts'
import { isSignedIn, startSession } from './store.ts'
import { takeReturnAddress } from './user.ts'

let failure = ''

/**
 * Returns the server's message about the failed single sign-on that led to this page, and then forgets it; '' without
 * one.
 */
export function takeSsoFailure(): string {
  const taken = failure
  failure = ''
  return taken
}

/** Path of the page to which a user returns from the identity provider, kept while the tab is open. */
export const ssoReturn = {
  keep: (path: string): void => sessionStorage.setItem(storageKeys.ssoReturn, path),
  /** Returns the stored path and removes it; undefined if there is none. */
  take(): string | undefined {
    const path = sessionStorage.getItem(storageKeys.ssoReturn) ?? undefined
    sessionStorage.removeItem(storageKeys.ssoReturn)
    return path
  },
}

/** Returns the identity provider's result from the page's address. An error counts only if a provider is configured. */
function returned() {
  const {
    code = '',
    error = '',
    state,
    iss,
  } = Object.fromEntries(new URLSearchParams(window.location.search))
  return code || (error && profile().sso.issuer) ? { code, error, state, iss } : undefined
}

/** Replaces the hash in the address and removes the query. */
const showAddress = (hash: string): void =>
  window.history.replaceState(null, '', `${window.location.pathname}${hash}`)

/**
 * Opens a window for single sign-on, so that this page keeps its forms. The window closes after the sign-in, and this
 * page then finds the new session as if another tab had created it.
 * @param address URL where single sign-on starts
 */
export function openSsoWindow(address: string): void {
  // The new window starts with a copy of this window's storage.
  sessionStorage.setItem(storageKeys.ssoWindow, 'true')
  window.open(address, '_blank', 'popup,width=520,height=720')
  sessionStorage.removeItem(storageKeys.ssoWindow)
}

/** Whether this window was opened for single sign-on only. The first call removes the mark. */
function isSsoWindow(): boolean {
  const marked = sessionStorage.getItem(storageKeys.ssoWindow) !== null
  sessionStorage.removeItem(storageKeys.ssoWindow)
  return marked
}

/**
 * Signs in with the identity provider's result in the page's address. It first removes the result, because a code
 * works only once. Continues to the page that the user wanted, or else to the root. A rejection is stored for the
 * sign-in page, or shown at once to a signed-in user. Does nothing without a result.
 */
export async function signInBySso(): Promise<void> {
  const input = returned()
  if (!input) return
  showAddress(window.location.hash)
  const opened = isSsoWindow()
  const { ssoSignIn } = await userCalls()
  const stays = isSignedIn()
  const response = await send(ssoSignIn, input, { overlay: false, quiet: !stays }).catch((error: unknown) => {
    if (error instanceof Rejection && !stays) failure = error.message
  })
  if (!response) return
  lastSignIn.keep('sso', '')
  startSession(response.token)
  if (opened) window.close()
  const page = ssoReturn.take()
  if (page !== undefined) return window.location.replace(page)
  showAddress(`#${(await takeReturnAddress()) ?? '/'}`)
}
