import type { UserInfo } from '@atrium/contract'
import { create } from 'zustand'
import { readCookie, removeCookie, writeCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'

interface Session {
  /** The session key, undefined when signed out. */
  readonly key: string | undefined
  /** The signed-in user with their menus, once loaded. */
  readonly user: UserInfo | undefined
}

/** The key inside the cookie; undefined if there is none or it is not ours. */
export function storedKey(): string | undefined {
  try {
    const stored: unknown = JSON.parse(readCookie(storageKeys.session) ?? '{}')
    if (typeof stored !== 'object' || stored === null || !('sessionKey' in stored)) return undefined
    return typeof stored.sessionKey === 'string' && stored.sessionKey !== '' ? stored.sessionKey : undefined
  } catch {
    return undefined
  }
}

const store = create<Session>(() => ({ key: storedKey(), user: undefined }))

/** The session as a hook; takes a selector. */
export const useSession = store

export const sessionKey = (): string | undefined => store.getState().key

export const isSignedIn = (): boolean => sessionKey() !== undefined

/** Notifies the other tabs, which do not see a changed cookie. */
const notifyOtherTabs = (): void =>
  localStorage.setItem(storageKeys.sessionChange, crypto.getRandomValues(new Uint32Array(2)).join())

/** The product that the user is going to. */
interface Selection {
  /** The study; '' if a product is opened without one. */
  readonly projectId: string
  /** The tenant: to whom the product belongs that is opened, often a hospital. */
  readonly hospitalId: string
}

const noSelection: Selection = { projectId: '', hospitalId: '' }

const cookieOf = (key: string, selection: Selection): string =>
  JSON.stringify({ sessionKey: key, ...selection })

/** Keeps a session's key for the pages that come after this one. */
export function storeKey(key: string): void {
  writeCookie(storageKeys.session, cookieOf(key, noSelection))
  notifyOtherTabs()
}

/** Half a day, in seconds. */
const portalLifetime = 43_200

/**
 * Stores, beside the session's key, the product that the user opens, for products at the suite's own origin. The cookie
 * then lasts half a day, so that they find their way back.
 */
export function keepSelection(selection: Selection): void {
  const { key } = store.getState()
  if (key) writeCookie(storageKeys.session, cookieOf(key, selection), portalLifetime)
}

/** Starts a session: keeps its key for this page and those that come after it. */
export function startSession(key: string): void {
  storeKey(key)
  store.setState({ key, user: undefined })
}

/** The same for a further session of the user whom this page shows. */
export function continueSession(key: string): void {
  storeKey(key)
  store.setState({ key })
}

/** Forgets the session in this browser. */
export function endSession(): void {
  removeCookie(storageKeys.session)
  store.setState({ key: undefined, user: undefined })
  notifyOtherTabs()
}

/** Stores the server's data of the signed-in user. */
export const keepUser = (user: UserInfo): void => store.setState({ user })

/** Takes over the key that another tab has stored. */
export const reloadKey = (): void => store.setState({ key: storedKey() })
