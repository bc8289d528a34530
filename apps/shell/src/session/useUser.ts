import { loadUser, useLanguage, useSession } from '@atrium/shared-api'
import { useEffect, useState } from 'react'

/**
 * Loads the user of a session, and again in each language: their menu is in it. Meanwhile the one before stays.
 * @param key the session's key; nothing is loaded without one
 */
export function useUser(key: string | undefined) {
  const language = useLanguage()
  const user = useSession((session) => session.user)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!key) return
    setFailed(false)
    loadUser().catch(() => setFailed(true))
  }, [key, language, attempt])
  return { user, failed, retry: () => setAttempt((count) => count + 1) }
}
