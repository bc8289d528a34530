import { Button } from '@arco-design/web-react'
import { useSession } from '@atrium/shared-api'
import { Dialog } from '../overlay/Dialog.tsx'
import { useKitText } from '../texts/index.ts'
import { RunningSessions } from './RunningSessions.tsx'
import { useEndSessions, useSessions } from './use-sessions.ts'

export interface SessionsDialogProps {
  readonly open: boolean
  readonly title: string
  /** The user whose sessions are shown; the current user by default. */
  readonly userId?: string
  readonly onClose: () => void
}

/**
 * Lists the browsers in which a user is signed in. Sessions can be ended individually or all at once, except the
 * current one.
 */
export function SessionsDialog({ open, title, userId, onClose }: SessionsDialogProps) {
  const t = useKitText()
  const own = useSession(({ user }) => user?.id)
  const other = userId === own ? undefined : userId
  const sessions = useSessions(other, open)
  const ending = useEndSessions(other)
  const going = other === undefined ? 1 : 0
  return (
    <Dialog
      open={open}
      title={title}
      width={800}
      history={{ entity: 'session', entityId: userId ?? own ?? '', name: title }}
      onClose={onClose}
      footer={
        <div className="sessions-footer">
          <Button type="text" status="danger" disabled={sessions.total <= going} onClick={ending.endAll}>
            {t(other === undefined ? 'sessions.endOthers' : 'sessions.endAll')}
          </Button>
          <Button onClick={onClose}>{t('dialog.close')}</Button>
        </div>
      }
    >
      {other === undefined && <p className="sessions-hint">{t('sessions.hint')}</p>}
      <RunningSessions label={title} sessions={sessions} onEnd={ending.end} />
    </Dialog>
  )
}
