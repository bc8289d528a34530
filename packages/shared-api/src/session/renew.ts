import { codes, type UserInfo } from '@atrium/contract'
import { storageKeys } from '../storage/keys.ts'
import { Rejection } from '../transport/failures.ts'
import { requestSuite } from '../transport/request.ts'
import { userCalls } from './calls-later.ts'
import { continueSession, reloadKey, sessionKey, storedKey, storeKey, useSession } from './store.ts'

/**
 * Whether a session belongs to the user whom this page shows; true while it shows nobody.
 * @throws Rejection or TransportFailure if the server does not say
 */
async function isOfPresentUser(key: string): Promise<boolean> {
  const { user } = useSession.getState()
  if (!user) return true
  const { userInfo } = await userCalls()
  const envelope = await requestSuite(userInfo, {}, { key })
  if (Number(envelope.code) !== codes.ok) throw new Rejection(envelope)
  return (envelope.data as UserInfo).id === user.id
}

/** Shows everything anew, for the user of another session or for nobody. */
let startAgain = (_key: string | undefined): void => window.location.reload()

/** On a page that is not the suite's own, something else than a reload must do. */
export function startAgainBy(way: (key: string | undefined) => void): void {
  startAgain = way
}

/**
 * Continues with a new session of the same user: the page stays, and waiting calls are sent. For another user the page
 * is reloaded.
 * @param key of the session that the user has signed in to again
 * @param counts asked when the server has said whose session it is: a newer one may have come meanwhile
 * @throws Rejection or TransportFailure if the server does not say whose session it is; nothing has changed then
 */
export async function renewSession(key: string, counts = () => true): Promise<void> {
  const isSame = await isOfPresentUser(key)
  if (!counts()) return
  if (isSame) return continueSession(key)
  storeKey(key)
  startAgain(key)
}

/** Follows another tab: continues with a new session of the same user, and reloads the page otherwise. */
async function adoptOtherTabSession(): Promise<void> {
  const key = storedKey()
  const same =
    key !== undefined && useSession.getState().user && (await isOfPresentUser(key).catch(() => false))
  if (same && key === storedKey()) reloadKey()
  else startAgain(key)
}

/** How long a cookie that another tab has just changed may be read with its old value here, in milliseconds. */
const cookieDelay = 1000

const compareSessions = (): void => {
  if (storedKey() !== sessionKey()) void adoptOtherTabSession()
}

/** Keeps this page in step with the other tabs: signing in, again or as somebody else, and signing out there take effect here. */
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
