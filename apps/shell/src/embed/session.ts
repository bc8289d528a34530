import {
  createStore,
  endSession,
  isSignedIn,
  type MountOptions,
  renewSession,
  renewSessionBy,
  startSession,
  useSession,
} from '@atrium/shared-api'
import { keepInTab } from './cookies.ts'

type Session = NonNullable<MountOptions['session']>

interface PageSession {
  /** The page's session option, undefined if users sign in themselves. */
  readonly given: Session | undefined
  /** Whether calls wait for the page's next key, because the page provided none or the session has ended. */
  readonly isMissing: boolean
}

const store = createStore<PageSession>(() => ({ given: undefined, isMissing: false }))

/** Returns the state of the page's session. Takes a selector. */
export const usePageSession = store

/** Number of times that a key was provided, requested or dropped. Only the latest turn may change the session. */
let times = 0

/** Starts a new turn. @returns whether the turn is still the latest */
function startTurn(): () => boolean {
  times += 1
  const turn = times
  return () => turn === times
}

/** Whether the page was already asked for another key since the last valid one. The page is asked only once. */
let wasAsked = false

useSession.subscribe(({ key, user }, before) => {
  if (key !== before.key) store.setState({ isMissing: false })
  if (user && user !== before.user) wasAsked = false
})

/** Callbacks of the page's slots for ended sessions. */
const listeners = new Set<() => void>()

const presentKey = (): string | undefined => useSession.getState().key

/** Adopts or starts the session that the page provides, if its turn is still the latest. */
async function adopt(token: unknown, isLatest: () => boolean): Promise<void> {
  if (typeof token !== 'string' || token === '')
    throw new Error('the page provided a session without a token')
  if (token === presentKey()) return
  if (isSignedIn()) await renewSession(token, isLatest)
  else startSession(token)
}

/** Handles an ended session. Asks for the next session if the page can provide one, and notifies the page otherwise. */
async function ended(): Promise<void> {
  const { given } = store.getState()
  if (typeof given === 'function' && !wasAsked) {
    wasAsked = true
    const before = presentKey()
    const isLatest = startTurn()
    try {
      const next = await given()
      if (!isLatest()) return
      await adopt(next.token, isLatest)
    } catch {
      // The page has no session to provide.
    }
    if (!isLatest() || presentKey() !== before) return
  }
  store.setState({ isMissing: true })
  for (const each of listeners) each()
}

/**
 * Uses the session that the page provides. Ignores the result and errors if the page has provided another session
 * since, or has removed its last slot.
 * @throws the error that kept the page from providing a session
 */
export async function adoptSession(session: Session): Promise<void> {
  store.setState({ given: session, isMissing: false })
  keepInTab(false)
  renewSessionBy(() => void ended())
  const isLatest = startTurn()
  try {
    const next = typeof session === 'function' ? await session() : session
    if (isLatest()) await adopt(next?.token, isLatest)
  } catch (cause) {
    if (!isLatest()) return
    store.setState({ isMissing: true })
    throw cause
  }
}

/**
 * Asks for the next key at the user's request: calls the page's function, or reloads the page.
 * @throws the same errors as `adoptSession`
 */
export async function requestAgain(): Promise<void> {
  const { given } = store.getState()
  if (typeof given === 'function') await adoptSession(given)
  else window.location.reload()
}

/**
 * Registers a callback for ended sessions.
 * @returns a function that unsubscribes. With the last slot, the page's session is dropped.
 */
export function onSessionEnd(invalid: () => void): () => void {
  listeners.add(invalid)
  return () => {
    listeners.delete(invalid)
    if (listeners.size > 0 || !store.getState().given) return
    startTurn()
    store.setState({ given: undefined, isMissing: false })
    renewSessionBy(undefined)
    endSession()
    keepInTab(true)
  }
}
