import { useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { ActionNote } from '../remotes/ActionNote.tsx'

interface NoticeProps {
  readonly onAskAgain: () => void
}

/** Shown instead of the screens when the page has provided no valid session. */
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
 * Explains above a screen that calls are waiting for the page's next session. The style sheet delays this note, so
 * that short waits stay invisible.
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
