import { type StudyUser, studyUserNotify } from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { useCallback, useState } from 'react'
import { studyUserLists } from './lists.ts'

interface Notified {
  readonly notification: StudyUser['notification']
}

/** Whether an attempt to notify the product has failed, so that it can be notified again. */
export const hasFailed = ({ state, message }: Notified['notification']): boolean =>
  state === 'failed' || (state === 'waiting' && message !== '')

/** Whether the product is being notified about the user for the first time. Later attempts can take hours. */
const isBeingNotified = ({ notification: { state, message } }: Notified): boolean =>
  state === 'waiting' && message === ''

/** Pause between reloads while the product is being notified, in milliseconds. */
const pause = 3000

/** Returns when to reload a list of users: soon, while the product is being notified about one of its rows. */
export function useReload() {
  const [repeatAfter, setRepeatAfter] = useState<number>()
  /** Sets the pause from the rows that are shown. Must be called at each render. */
  const follow = (rows: readonly Notified[] = []): void => {
    const next = rows.some(isBeingNotified) ? pause : undefined
    if (next !== repeatAfter) setRepeatAfter(next)
  }
  return { repeatAfter, follow }
}

/** Returns a function that notifies the product again about users of a study, by their ids. */
export function useNotifyAgain(studyUrlId: string): (userIds: string[]) => Promise<void> {
  const shared = useContractText()
  return useCallback(
    async (userIds) => {
      await send(studyUserNotify, { studyUrlId, userIds }).then(
        () => Message.success(shared('studyUser.done.notifying')),
        () => undefined,
      )
      // After a rejection too, because the lists were stale.
      await refresh(...studyUserLists)
    },
    [studyUrlId, shared],
  )
}
