import { useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { ActionNote } from '../remotes/ActionNote.tsx'

interface OwedProps {
  readonly onAskAgain: () => void
}

/** Stands where nothing can be shown, since the page has given no session that is good. */
export function SessionMissing({ onAskAgain }: OwedProps) {
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

/** Says over a screen, which stays, that all calls wait for the page's next session; its style lets quick ones pass unseen. */
export function SessionNote({ onAskAgain }: OwedProps) {
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
