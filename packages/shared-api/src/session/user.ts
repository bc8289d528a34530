import type { UserInfo } from '@atrium/contract'
import { send } from '../transport/send.ts'
import { userCalls } from './calls-later.ts'
import { adoptLanguageOf } from './language.ts'
import { endSession, keepUser, useSession } from './store.ts'

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

/** Ends the session on the server and here; here also when the server cannot be reached or has ended it before. */
export async function signOut(): Promise<void> {
  await userCalls()
    .then(({ signOut }) => send(signOut, {}, { quiet: true, renew: false }))
    .catch(() => undefined)
  endSession()
}
