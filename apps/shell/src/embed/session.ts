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
  /** The session option of the page; undefined if users sign in themselves. */
  readonly given: Session | undefined
  /** Whether calls wait for the page's next key: it gave none, or that key's session has ended. */
  readonly isMissing: boolean
}

const store = createStore<PageSession>(() => ({ given: undefined, isMissing: false }))

/** Returns the session that the page gives. Takes a selector. */
export const usePageSession = store

/** Counts how often a key was given, requested or released. Only the latest turn may change the session. */
let times = 0

/** Starts a new turn. @returns whether the turn is still the latest */
function takeTurn(): () => boolean {
  times += 1
  const turn = times
  return () => turn === times
}

/** Whether the page was already asked for another key since the last valid one. It is asked once only. */
let wasAsked = false

useSession.subscribe(({ key, user }, before) => {
  if (key !== before.key) store.setState({ isMissing: false })
  if (user && user !== before.user) wasAsked = false
})

/** The callbacks of the page's slots for ended sessions. */
const listeners = new Set<() => void>()

const presentKey = (): string | undefined => useSession.getState().key

/** Adopts or starts the session that the page gives, if its turn is still the latest. */
async function adopt(token: unknown, counts: () => boolean): Promise<void> {
  if (typeof token !== 'string' || token === '') throw new Error('the page gives a session without a token')
  if (token === presentKey()) return
  if (isSignedIn()) await renewSession(token, counts)
  else startSession(token)
}

/** Handles an ended session: asks a page that fetches sessions for the next one, and notifies any other page. */
async function ended(): Promise<void> {
  const { given } = store.getState()
  if (typeof given === 'function' && !wasAsked) {
    wasAsked = true
    const before = presentKey()
    const counts = takeTurn()
    try {
      const next = await given()
      if (!counts()) return
      await adopt(next.token, counts)
    } catch {
      // The page has no session to give.
    }
    if (!counts() || presentKey() !== before) return
  }
  store.setState({ isMissing: true })
  for (const each of listeners) each()
}

/**
 * Takes the session that the page gives. Ignores its result and its errors if the page has given another
 * session since, or has removed its last slot.
 * @throws the error that kept the page from giving one
 */
export async function takeSession(session: Session): Promise<void> {
  store.setState({ given: session, isMissing: false })
  keepInTab(false)
  renewSessionBy(() => void ended())
  const counts = takeTurn()
  try {
    const next = typeof session === 'function' ? await session() : session
    if (counts()) await adopt(next?.token, counts)
  } catch (cause) {
    if (!counts()) return
    store.setState({ isMissing: true })
    throw cause
  }
}

/**
 * Asks for the next key at the user's request: by the page's function, or by reloading the page.
 * @throws as `takeSession` does
 */
export async function askAgain(): Promise<void> {
  const { given } = store.getState()
  if (typeof given === 'function') await takeSession(given)
  else window.location.reload()
}

/**
 * Notifies a slot of ended sessions.
 * @returns a function that unsubscribes; with the last slot, a session from the page is dropped
 */
export function onSessionEnd(invalid: () => void): () => void {
  listeners.add(invalid)
  return () => {
    listeners.delete(invalid)
    if (listeners.size > 0 || !store.getState().given) return
    takeTurn()
    store.setState({ given: undefined, isMissing: false })
    renewSessionBy(undefined)
    endSession()
    keepInTab(true)
  }
}
