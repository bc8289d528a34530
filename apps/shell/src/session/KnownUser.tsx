import { loadUser, useLanguage, useSession, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { type ReactNode, useEffect, useState } from 'react'

interface KnownUserProps {
  /** Shown until the user's data has arrived. */
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/**
 * Shows its children once the user's data has arrived, or the reason for a failure. Fetches the user again for each
 * key and language, because the menu is translated. The previous data stays meanwhile.
 */
export function KnownUser({ waiting, children }: KnownUserProps) {
  const t = useTexts('shell')
  const language = useLanguage()
  const key = useSession((session) => session.key)
  const user = useSession((session) => session.user)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFailed(false)
    loadUser().catch(() => setFailed(true))
  }, [key, language, attempt])
  if (user) return children
  if (!failed) return waiting
  return (
    <ErrorState
      title={t('user.failed')}
      detail={t('user.detail')}
      retryLabel={t('user.retry')}
      onRetry={() => setAttempt((count) => count + 1)}
    />
  )
}
