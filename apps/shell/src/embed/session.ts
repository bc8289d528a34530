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
  /** What the page gives; nothing where users sign in by themselves. */
  readonly given: Session | undefined
  /** Whether everything waits for the page's next key: it gave none, or the one that it gave has ended. */
  readonly isOwed: boolean
}

const store = createStore<PageSession>(() => ({ given: undefined, isOwed: false }))

/** The session that the page gives, as a hook; takes a selector. */
export const usePageSession = store

/** How often a key was given, asked for or let go: the last time counts, and what comes of those before is nobody's any more. */
let times = 0

/** Begins anew. @returns whether this time still counts */
function takeTurn(): () => boolean {
  times += 1
  const turn = times
  return () => turn === times
}

/** Whether the page was asked for another key since the last one that was good: it is asked once, not for ever. */
let wasAsked = false

useSession.subscribe(({ key, user }, before) => {
  if (key !== before.key) store.setState({ isOwed: false })
  if (user && user !== before.user) wasAsked = false
})

/** Who is told that the session has ended: the places on the page. */
const told = new Set<() => void>()

const presentKey = (): string | undefined => useSession.getState().key

/** Goes on with a session that the page gives, or starts it, if it still counts by then. */
async function adopt(token: unknown, counts: () => boolean): Promise<void> {
  if (typeof token !== 'string' || token === '') throw new Error('the page gives a session without a token')
  if (token === presentKey()) return
  if (isSignedIn()) await renewSession(token, counts)
  else startSession(token)
}

/** The session has ended: a page that fetches sessions is asked for the next one, any other is told. */
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
      // It has none to give.
    }
    if (!counts() || presentKey() !== before) return
  }
  store.setState({ isOwed: true })
  for (const each of told) each()
}

/**
 * Takes the session that the page gives. One that comes when the page has given another one, or has taken its last
 * place away, is nobody's any more, and so is what kept it from coming.
 * @throws what kept the page from giving one
 */
export async function takeSession(session: Session): Promise<void> {
  store.setState({ given: session, isOwed: false })
  keepInTab(false)
  renewSessionBy(() => void ended())
  const counts = takeTurn()
  try {
    const next = typeof session === 'function' ? await session() : session
    if (counts()) await adopt(next?.token, counts)
  } catch (cause) {
    if (!counts()) return
    store.setState({ isOwed: true })
    throw cause
  }
}

/**
 * Asks for the next key on the user's own wish: the page's function, or by loading the page anew.
 * @throws as `takeSession` does
 */
export async function askAgain(): Promise<void> {
  const { given } = store.getState()
  if (typeof given === 'function') await takeSession(given)
  else window.location.reload()
}

/**
 * Tells a place on the page of ended sessions.
 * @returns ends it; with the last place a session that the page gave is forgotten
 */
export function tellOfEnd(invalid: () => void): () => void {
  told.add(invalid)
  return () => {
    told.delete(invalid)
    if (told.size > 0 || !store.getState().given) return
    takeTurn()
    store.setState({ given: undefined, isOwed: false })
    renewSessionBy(undefined)
    endSession()
    keepInTab(true)
  }
}
