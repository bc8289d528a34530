import type { UserInfo } from '@atrium/contract'
import { userOfSession, useSession } from '@atrium/shared-api'
import { useEffect, useState } from 'react'

/** State of the request for the user of this browser's session. */
type Visitor =
  | { readonly state: 'asking' }
  | { readonly state: 'nobody' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'user'; readonly user: UserInfo }

const find = (): Promise<Visitor> =>
  userOfSession().then(
    (user) => (user ? { state: 'user', user } : { state: 'nobody' }),
    () => ({ state: 'unreachable' }),
  )

/**
 * Fetches the user of this browser's session. An ended session counts as none.
 * @returns the visitor, and a function that fetches again
 */
export function useVisitor(): readonly [Visitor, () => void] {
  const key = useSession((session) => session.key)
  const [attempt, setAttempt] = useState(0)
  const question = `${key} ${attempt}`
  const [found, setFound] = useState<{ readonly question: string; readonly visitor: Visitor }>()

  useEffect(() => {
    let outdated = false
    find().then((visitor) => {
      if (!outdated) setFound({ question, visitor })
    })
    return () => {
      outdated = true
    }
  }, [question])

  const again = (): void => setAttempt((count) => count + 1)
  if (key === undefined) return [{ state: 'nobody' }, again]
  return [found?.question === question ? found.visitor : { state: 'asking' }, again]
}
