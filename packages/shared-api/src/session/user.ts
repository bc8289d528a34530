import { isSessionInvalid, type UserInfo } from '@atrium/contract'
import { Rejection } from '../transport/failures.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { adoptLanguageOf } from './language.ts'
import { returnAddress } from './sign-in-memory.ts'
import { endSession, isSignedIn, keepUser, useSession } from './store.ts'

/** Fetches the signed-in user with their menus and stores them in the session. */
export async function loadUser(): Promise<UserInfo> {
  const { userInfo } = await userCalls()
  const user = await send(userInfo, {}, { overlay: false })
  await adoptLanguageOf(user)
  keepUser(user)
  return user
}

/** Returns the signed-in user, from this page if loaded, otherwise from the server. */
export const presentUser = async (): Promise<UserInfo> => useSession.getState().user ?? loadUser()

/**
 * Returns the user of this browser's session, on any page; undefined if there is no session or the server no longer
 * accepts it. Never asks the user to sign in.
 * @throws Rejection or TransportFailure if the server does not identify the user
 */
export async function userOfSession(): Promise<UserInfo | undefined> {
  if (!isSignedIn()) return undefined
  const { userInfo } = await userCalls()
  return send(userInfo, {}, { overlay: false, quiet: true, renew: false }).catch((error: unknown) => {
    if (error instanceof Rejection && isSessionInvalid(error.code)) return undefined
    throw error
  })
}

/** Returns the stored return address and removes it. An address stored for another user is dropped. */
export async function takeReturnAddress(): Promise<string | undefined> {
  const owner = returnAddress.owner()
  const address = returnAddress.take()
  if (owner === undefined) return address
  const user = await presentUser().catch(() => undefined)
  return user?.id === owner ? address : undefined
}

/** Ends the session on the server and in this browser, even if the server is unreachable or has already ended it. */
export async function signOut(): Promise<void> {
  await userCalls()
    .then(({ signOut }) => send(signOut, {}, { quiet: true, renew: false }))
    .catch(() => undefined)
  endSession()
}
