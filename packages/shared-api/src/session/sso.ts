import { profile } from '../profile.ts'
import { storageKeys } from '../storage/keys.ts'
import { Rejection } from '../transport/failures.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { lastSignIn } from './sign-in-memory.ts'
import { isSignedIn, startSession } from './store.ts'
import { takeReturnAddress } from './user.ts'

let failure = ''

/** Why the single sign-on that led to this page came to nothing, in the server's words; once, then ''. */
export function takeSsoFailure(): string {
  const taken = failure
  failure = ''
  return taken
}

/** The identity provider's result in the page's address; an error counts only if there is a provider. */
function returned() {
  const {
    code = '',
    error = '',
    state,
    iss,
  } = Object.fromEntries(new URLSearchParams(window.location.search))
  return code || (error && profile().sso.issuer) ? { code, error, state, iss } : undefined
}

/** Shows another hash, and no query. */
const showAddress = (hash: string): void =>
  window.history.replaceState(null, '', `${window.location.pathname}${hash}`)

/**
 * Opens a window for single sign-on, so that this page keeps its forms. The window closes when its user is signed in,
 * and this page then finds the new session like that of any other tab.
 * @param address URL where single sign-on starts
 */
export function openSsoWindow(address: string): void {
  // The new window begins with a copy of this one's storage.
  sessionStorage.setItem(storageKeys.ssoWindow, 'true')
  window.open(address, '_blank', 'popup,width=520,height=720')
  sessionStorage.removeItem(storageKeys.ssoWindow)
}

/** Whether this window was opened for single sign-on only; can be asked once. */
function isSsoWindow(): boolean {
  const marked = sessionStorage.getItem(storageKeys.ssoWindow) !== null
  sessionStorage.removeItem(storageKeys.ssoWindow)
  return marked
}

/**
 * Signs in with the identity provider's result in the page's address, which is removed first: a code works once.
 * Continues to the page that the user wanted, or else to the root. A rejection is kept for the sign-in page, and shown
 * at once to a signed-in user. Without a result it does nothing.
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
  showAddress(`#${(await takeReturnAddress()) ?? '/'}`)
}
