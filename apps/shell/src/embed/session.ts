import {
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

/** What the page has given; nothing where users sign in by themselves. */
let given: Session | undefined

/** Who is told that the session has ended: the places on the page that were given it. */
const told = new Set<() => void>()

export const isGiven = (): boolean => given !== undefined

const presentKey = (): string | undefined => useSession.getState().key

/** Goes on with a session that the page gives, or starts it. */
async function adopt(token: string): Promise<void> {
  if (typeof token !== 'string' || token === '') throw new Error('the page gives a session without a token')
  if (token === presentKey()) return
  if (isSignedIn()) await renewSession(token)
  else startSession(token)
}

/** The session has ended: a page that fetches sessions is asked for the next one, any other is told. */
async function ended(): Promise<void> {
  const before = presentKey()
  if (typeof given === 'function') {
    const next = await given().catch(() => undefined)
    if (next && next.token !== before) return adopt(next.token).catch(tell)
  }
  tell()
}

const tell = (): void => {
  for (const each of told) each()
}

/**
 * Takes the session that the page gives.
 * @throws what kept the page from giving one
 */
export async function takeSession(session: Session): Promise<void> {
  given = session
  keepInTab(false)
  renewSessionBy(() => void ended())
  const { token } = typeof session === 'function' ? await session() : session
  await adopt(token)
}

/**
 * Tells a place on the page of ended sessions.
 * @returns ends it; with the last place a session that the page gave is forgotten
 */
export function tellOfEnd(invalid: () => void): () => void {
  told.add(invalid)
  return () => {
    told.delete(invalid)
    if (told.size > 0 || !given) return
    given = undefined
    renewSessionBy(undefined)
    endSession()
    keepInTab(true)
  }
}
