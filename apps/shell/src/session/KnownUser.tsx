import { loadUser, useLanguage, useSession, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { type ReactNode, useEffect, useState } from 'react'

interface KnownUserProps {
  /** Shown until they are known. */
  readonly waiting: ReactNode
  readonly children: ReactNode
}

/**
 * Shows what is for the signed-in user, once it is known who they are, or why it is not. They are asked for again under
 * each key, and in each language: their menu is in it. Meanwhile the user before stays.
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
