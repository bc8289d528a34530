import type { UserInfo } from '@atrium/contract'
import { create } from 'zustand'
import { readCookie, removeCookie, writeCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'

interface Session {
  /** Session key; undefined when signed out. */
  readonly key: string | undefined
  /** The signed-in user with their menus, once loaded. */
  readonly user: UserInfo | undefined
}

/** Returns the key in the cookie; undefined if there is no cookie or it is not ours. */
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

/** The product that the user opens. */
interface Selection {
  /** Id of the study; '' if the product is opened without one. */
  readonly projectId: string
  /** Id of the tenant to which the product belongs, often a hospital. */
  readonly hospitalId: string
}

const noSelection: Selection = { projectId: '', hospitalId: '' }

const cookieOf = (key: string, selection: Selection): string =>
  JSON.stringify({ sessionKey: key, ...selection })

/** Stores a session key for later pages. */
export function storeKey(key: string): void {
  writeCookie(storageKeys.session, cookieOf(key, noSelection))
  notifyOtherTabs()
}

/** Half a day, in seconds. */
const portalLifetime = 43_200

/**
 * Stores the product that the user opens next to the session key, for products on the suite's own origin. The cookie
 * then lasts half a day, so that users can return from the product.
 */
export function keepSelection(selection: Selection): void {
  const { key } = store.getState()
  if (key) writeCookie(storageKeys.session, cookieOf(key, selection), portalLifetime)
}

/** Starts a session and stores its key for this page and later ones. */
export function startSession(key: string): void {
  storeKey(key)
  store.setState({ key, user: undefined })
}

/** Continues with a new session of this page's user. */
export function continueSession(key: string): void {
  storeKey(key)
  store.setState({ key })
}

/** Removes the session from this browser. */
export function endSession(): void {
  removeCookie(storageKeys.session)
  store.setState({ key: undefined, user: undefined })
  notifyOtherTabs()
}

/** Stores the server's data of the signed-in user. */
export const keepUser = (user: UserInfo): void => store.setState({ user })

/** Loads the key that another tab has stored. */
export const reloadKey = (): void => store.setState({ key: storedKey() })
