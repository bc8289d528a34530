import { isSessionInvalid, type UserInfo } from '@atrium/contract'
import { Rejection } from '../transport/failures.ts'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { adoptLanguageOf } from './language.ts'
import { returnAddress } from './sign-in-memory.ts'
import { endSession, isSignedIn, keepUser, useSession } from './store.ts'

/** Asks for the signed-in user with their menus and keeps them in the session. */
export async function loadUser(): Promise<UserInfo> {
  const { userInfo } = await userCalls()
  const user = await send(userInfo, {}, { overlay: false })
  await adoptLanguageOf(user)
  keepUser(user)
  return user
}

/** The signed-in user: as this page knows them, else as the server does. */
export const presentUser = async (): Promise<UserInfo> => useSession.getState().user ?? loadUser()

/**
 * Returns the user of this browser's session, on any page; undefined if there is no session or the server no longer
 * accepts it. Does not ask anybody to sign in.
 * @throws Rejection or TransportFailure if the server does not say
 */
export async function userOfSession(): Promise<UserInfo | undefined> {
  if (!isSignedIn()) return undefined
  const { userInfo } = await userCalls()
  return send(userInfo, {}, { overlay: false, quiet: true, renew: false }).catch((error: unknown) => {
    if (error instanceof Rejection && isSessionInvalid(error.code)) return undefined
    throw error
  })
}

/** Takes the address that signing in leads to. One that was kept for another user is dropped. */
export async function takeReturnAddress(): Promise<string | undefined> {
  const owner = returnAddress.owner()
  const address = returnAddress.take()
  if (owner === undefined) return address
  const user = await presentUser().catch(() => undefined)
  return user?.id === owner ? address : undefined
}

/** Ends the session on the server and here; here also when the server cannot be reached or has ended it before. */
export async function signOut(): Promise<void> {
  await userCalls()
    .then(({ signOut }) => send(signOut, {}, { quiet: true, renew: false }))
    .catch(() => undefined)
  endSession()
}
