import { codes, type UserInfo } from '@atrium/contract'
import { storageKeys } from '../storage/keys.ts'
import { Rejection } from '../transport/failures.ts'
import { requestSuite } from '../transport/request.ts'
import { userCalls } from './calls-later.ts'
import { continueSession, reloadKey, sessionKey, storedKey, storeKey, useSession } from './store.ts'

/**
 * Whether a session belongs to the user of this page; true if the page has no user yet.
 * @throws Rejection or TransportFailure if the server does not identify the user
 */
async function isOfPresentUser(key: string): Promise<boolean> {
  const { user } = useSession.getState()
  if (!user) return true
  const { userInfo } = await userCalls()
  const envelope = await requestSuite(userInfo, {}, { key })
  if (Number(envelope.code) !== codes.ok) throw new Rejection(envelope)
  return (envelope.data as UserInfo).id === user.id
}

/** Reloads the page for the user of another session, or for nobody. */
let restart = (_key: string | undefined): void => window.location.reload()

/** Replaces the reload, which must not happen on another site's page. */
export function replaceReload(reload: (key: string | undefined) => void): void {
  restart = reload
}

/**
 * Continues with a new session of the same user: the page stays, and waiting calls are sent. For another user the
 * page is reloaded.
 * @param key key of the session after signing in again
 * @param isCurrent checked after the server's response; false if a newer session has replaced this one
 * @throws Rejection or TransportFailure if the server does not identify the user; nothing has changed then
 */
export async function renewSession(key: string, isCurrent = () => true): Promise<void> {
  const isSame = await isOfPresentUser(key)
  if (!isCurrent()) return
  if (isSame) return continueSession(key)
  storeKey(key)
  restart(key)
}

/** Follows a change in another tab: continues with a new session of the same user, and otherwise reloads the page. */
async function adoptOtherTabSession(): Promise<void> {
  const key = storedKey()
  const same =
    key !== undefined && useSession.getState().user && (await isOfPresentUser(key).catch(() => false))
  if (same && key === storedKey()) reloadKey()
  else restart(key)
}

/** Milliseconds for which a cookie that another tab has changed may still have its old value here. */
const cookieDelay = 1000

const compareSessions = (): void => {
  if (storedKey() !== sessionKey()) void adoptOtherTabSession()
}

/** Applies sign-ins, changes of user and sign-outs in other tabs to this page. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== storageKeys.sessionChange) return
    compareSessions()
    setTimeout(compareSessions, cookieDelay)
  })
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && compareSessions(),
  )
}
