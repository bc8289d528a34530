import { defaultPageSize, ownSessions, type Session, userSessions } from '@atrium/contract'
import { useState } from 'react'
import { useCall } from '../query/index.ts'

interface Answer {
  readonly list: Session[]
  readonly totalCount: number
}

/** A page of somebody's running sessions, and of the user's own where nobody is named. */
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
  const { list: rows, totalCount: total = 0 } = (data ?? {}) as Partial<Answer>
  // Of a page whose last session has ended, the one before is shown.
  if (rows?.length === 0 && total > 0 && page > 1) turnTo({ page: Math.ceil(total / size), size })
  return {
    ...{ rows, total, page, size },
    error: error ?? undefined,
    retry: () => void refetch(),
    turn: (page: number, size: number) => turnTo({ page, size }),
  }
}

export type Sessions = ReturnType<typeof useSessions>
