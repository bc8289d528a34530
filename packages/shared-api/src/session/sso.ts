import { send } from '../transport/index.ts'
import { userCalls } from './calls-later.ts'
import { lastSignIn } from './last-sign-in.ts'
import { startSession } from './store.ts'

/**
 * Signs in with what the identity provider returned to the page's address, which is cleared of it first: a code
 * serves once. A refusal has been shown by then; without a code nothing happens.
 */
export async function signInBySso(): Promise<void> {
  const { search, pathname } = window.location
  const { code, state, iss } = Object.fromEntries(new URLSearchParams(search))
  if (!code) return
  window.history.replaceState(null, '', `${pathname}#/`)
  const { ssoSignIn } = await userCalls()
  const answer = await send(ssoSignIn, { code, state, iss }, { overlay: false }).catch(() => undefined)
  if (!answer) return
  lastSignIn.forget()
  startSession(answer.token)
}
