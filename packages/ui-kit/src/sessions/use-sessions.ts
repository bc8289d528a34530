import { Message } from '@arco-design/web-react'
import {
  defaultPageSize,
  endOwnSessions,
  endUserSessions,
  listNames,
  ownSessions,
  type Session,
  userSessions,
} from '@atrium/contract'
import { currentLanguage, send } from '@atrium/shared-api'
import { useState } from 'react'
import { refresh, useCall } from '../base/query.ts'
import { confirmChange } from '../overlay/confirm.tsx'
import { useKitText } from '../texts/index.ts'

interface Result {
  readonly list: Session[]
  readonly totalCount: number
}

/** Loads a page of a user's running sessions; the current user's if no user is given. */
export function useSessions(userId: string | undefined, enabled: boolean) {
  const [{ page, size }, turnTo] = useState({ page: 1, size: defaultPageSize as number })
  const paging = { page, limit: size }
  const own = useCall(ownSessions, paging, { enabled: enabled && userId === undefined, keepPrevious: true })
  const others = useCall(
    userSessions,
    { ...paging, userId: userId ?? '' },
    { enabled: enabled && userId !== undefined, keepPrevious: true },
  )
  const { data, error, refetch } = userId === undefined ? own : others
  const { list: rows, totalCount: total = 0 } = (data ?? {}) as Partial<Result>
  // If the last session of a page has ended, goes to the previous page.
  if (rows?.length === 0 && total > 0 && page > 1) turnTo({ page: Math.ceil(total / size), size })
  return {
    rows,
    total,
    page,
    size,
    error: error ?? undefined,
    retry: () => void refetch(),
    turn: (page: number, size: number) => turnTo({ page, size }),
  }
}

export type Sessions = ReturnType<typeof useSessions>

/** Ends a user's sessions after a confirmation; the current user's sessions if no user is given. */
export function useEndSessions(userId: string | undefined) {
  const t = useKitText()
  const run = async (question: string, which: { id: string } | { all: true }) => {
    const danger = { title: t('sessions.endTitle'), ok: t('sessions.end'), danger: true }
    const call = userId === undefined ? endOwnSessions : endUserSessions
    const reason = await confirmChange({ ...danger, content: question }, call, which)
    if (!reason) return
    await (userId === undefined
      ? send(endOwnSessions, which)
      : send(endUserSessions, { ...which, userId }, { reason })
    ).then(
      () => Message.success(t('sessions.ended')),
      // `send` has already shown the error.
      () => undefined,
    )
    // Repeat the calls even after a rejection, because the list may have been stale.
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

/** Returns the name under which users recognize a session. */
export const nameOf = ({ device }: Session, t: ReturnType<typeof useKitText>): string =>
  device || t('sessions.unknown')

/** Returns how the user signed in to a session. */
export const methodsOf = ({ methods }: Session, t: ReturnType<typeof useKitText>): string =>
  listNames(
    currentLanguage(),
    methods.map((method) => t(`sessions.methods.${method}`)),
  )
