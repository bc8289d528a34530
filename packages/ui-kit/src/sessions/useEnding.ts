import { Message } from '@arco-design/web-react'
import { endOwnSessions, endUserSessions, ownSessions, type Session, userSessions } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { confirmOperation } from '../overlay/confirm.ts'
import { refresh } from '../query/index.ts'
import { useKitText } from '../texts/index.ts'
import { nameOf } from './nameOf.ts'

/** Ends somebody's sessions after a confirmation; the user's own where nobody is named. */
export function useEnding(userId: string | undefined) {
  const t = useKitText()
  const run = async (question: string, which: { id: string } | { all: true }) => {
    const danger = { title: t('sessions.endTitle'), ok: t('sessions.end'), danger: true }
    if (!(await confirmOperation({ ...danger, content: question }))) return
    await (userId === undefined
      ? send(endOwnSessions, which)
      : send(endUserSessions, { ...which, userId })
    ).then(
      () => Message.success(t('sessions.ended')),
      // Shown by then.
      () => undefined,
    )
    // Whatever came of it: the list may have been behind.
    await refresh(ownSessions, userSessions)
  }
  return {
    end: (session: Session) =>
      void run(t('sessions.endQuestion', { device: nameOf(session, t), address: session.address }), {
        id: session.id,
      }),
    endAll: () =>
      void run(t(userId === undefined ? 'sessions.endOthersQuestion' : 'sessions.endAllQuestion'), {
        all: true,
      }),
  }
}
