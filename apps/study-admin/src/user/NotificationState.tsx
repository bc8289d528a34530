import type { StudyUser } from '@atrium/contract'
import { RowButton, StatusTag, shownInstant, type Tone } from '@atrium/ui-kit/list'
import { useStudyText } from '../texts/index.ts'
import { hasFailed } from './notifications.ts'

type Notification = StudyUser['notification']

const tones: Readonly<Record<Notification['state'], Tone>> = {
  never: 'plain',
  waiting: 'warning',
  notified: 'good',
  unsupported: 'plain',
  failed: 'bad',
}

interface Props {
  readonly notification: Notification
  /** Name of the user, so that screen readers announce whose rights the button is about. */
  readonly userName: string
  readonly onNotifyAgain: () => void
}

/** Shows whether the product knows the user's rights, since when, and why not. A failed notification can be repeated. */
export function NotificationState({ notification, userName, onNotifyAgain }: Props) {
  const t = useStudyText()
  const { state, at, message } = notification
  const isLate = state === 'never' || state === 'unsupported'
  const note = isLate ? t('user.notification.later') : message
  return (
    <>
      <div className="study-user-state">
        <StatusTag tone={tones[state]}>{t(`user.notification.${state}`)}</StatusTag>
        {at !== '' && (
          <time dateTime={at} title={t('user.notification.at', { time: shownInstant(at) })}>
            {shownInstant(at)}
          </time>
        )}
        {hasFailed(notification) && (
          <RowButton label={t('user.notification.again')} itemName={userName} onChoose={onNotifyAgain} />
        )}
      </div>
      {note !== '' && <div className="study-user-note">{note}</div>}
    </>
  )
}
