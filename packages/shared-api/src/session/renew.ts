import { codes, type UserInfo } from '@atrium/contract'
import { Refusal } from '../transport/refusal.ts'
import { askSuite } from '../transport/suite.ts'
import { userCalls } from './calls-later.ts'
import { continueSession, reloadKey, storedKey, storeKey, useSession } from './store.ts'

/**
 * Whether a session is of the user whom this page shows; of anybody, while it shows nobody.
 * @throws Refusal or TransportFailure where the server does not say
 */
async function isOfPresentUser(key: string): Promise<boolean> {
  const { user } = useSession.getState()
  if (!user) return true
  const { userInfo } = await userCalls()
  const envelope = await askSuite(userInfo, {}, { key })
  if (Number(envelope.code) !== codes.ok) throw new Refusal(envelope)
  return (envelope.data as UserInfo).id === user.id
}

/**
 * Goes on with a new session of the same user: what the page shows stays, and the calls that wait are sent. Somebody
 * else gets a page of their own: it starts anew.
 * @param key of the session that the user has signed in to again
 * @throws Refusal or TransportFailure where the server does not say whose session it is; nothing has changed then
 */
export async function renewSession(key: string): Promise<void> {
  if (await isOfPresentUser(key)) return continueSession(key)
  storeKey(key)
  window.location.reload()
}

/** Comes to terms with what another tab has stored: a session of the same user is adopted, all else starts anew. */
export async function adoptOtherTabSession(): Promise<void> {
  const key = storedKey()
  const same =
    key !== undefined && useSession.getState().user && (await isOfPresentUser(key).catch(() => false))
  if (same && key === storedKey()) reloadKey()
  else window.location.reload()
}
