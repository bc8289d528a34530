import { profile } from '../profile/index.ts'
import { Refusal, send } from '../transport/index.ts'
import { userCalls } from './calls-later.ts'
import { lastSignIn } from './last-sign-in.ts'
import { returnAddress } from './return-address.ts'
import { signedIn, startSession } from './store.ts'

let failure = ''

/** Why the single sign-on that led to this page came to nothing, in the server's words; once, then ''. */
export function takeSsoFailure(): string {
  const taken = failure
  failure = ''
  return taken
}

/** What the identity provider returned to the page's address; an error counts where there is a provider. */
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
 * Signs in with what the identity provider returned to the page's address, which is cleared of it first: a code
 * serves once. Leads to where the user wanted to go, else to the root. A refusal is kept for the sign-in page, and
 * shown at once to somebody who is signed in; where nothing was returned nothing happens.
 */
export async function signInBySso(): Promise<void> {
  const input = returned()
  if (!input) return
  showAddress(window.location.hash)
  const { ssoSignIn } = await userCalls()
  const stays = signedIn()
  const answer = await send(ssoSignIn, input, { overlay: false, quiet: !stays }).catch((error: unknown) => {
    if (error instanceof Refusal && !stays) failure = error.message
  })
  if (!answer) return
  lastSignIn.forget()
  startSession(answer.token)
  showAddress(`#${returnAddress.take() ?? '/'}`)
}
