import { useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { ActionNote } from '../remotes/ActionNote.tsx'

interface NoticeProps {
  readonly onAskAgain: () => void
}

/** Shown instead of the screens when the page has given no valid session. */
export function SessionMissing({ onAskAgain }: NoticeProps) {
  const t = useTexts('shell')
  return (
    <ErrorState
      title={t('embedded.missing')}
      detail={t('embedded.detail')}
      retryLabel={t('embedded.retry')}
      onRetry={onAskAgain}
    />
  )
}

/**
 * Shows the user above a screen that calls wait for the page's next session. Its style sheet delays it, so that short
 * waits stay invisible.
 */
export function SessionNote({ onAskAgain }: NoticeProps) {
  const t = useTexts('shell')
  return (
    <ActionNote
      className="session-note"
      text={t('embedded.ended')}
      action={t('embedded.retry')}
      onAction={onAskAgain}
    />
  )
}
