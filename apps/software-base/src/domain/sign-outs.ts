import { domainSignIns, domainSignOutRepeat, type ProductSignIn } from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { useCallback, useState } from 'react'

/** Whether an attempt to notify the product has failed, so that it can be notified again. */
export const hasFailed = ({ state, failure }: ProductSignIn): boolean =>
  state === 'failed' || (state === 'waiting' && failure !== '')

/** Whether the product is being notified for the first time. Later attempts can take hours. */
const isBeingNotified = ({ state, failure }: ProductSignIn): boolean => state === 'waiting' && failure === ''

/** Pause between reloads while a product is being notified, in milliseconds. */
const pause = 3000

/** Returns when to reload the sign-ins: soon, while the product is being notified of the end of one that is shown. */
export function useReload() {
  const [repeatAfter, setRepeatAfter] = useState<number>()
  /** Sets the pause from the rows that are shown. Must be called at each render. */
  const follow = (rows: readonly ProductSignIn[] = []): void => {
    const next = rows.some(isBeingNotified) ? pause : undefined
    if (next !== repeatAfter) setRepeatAfter(next)
  }
  return { repeatAfter, follow }
}

/** Returns a function that notifies a domain's product again of the end of a sign-in, by its id. */
export function useNotifyAgain(tenantUrlId: string): (signInId: string) => Promise<void> {
  const word = useContractText()
  return useCallback(
    async (signInId) => {
      await send(domainSignOutRepeat, { tenantUrlId, ids: [signInId] }).then(
        () => Message.success(word('domain.done.notifying')),
        // The error message is already shown.
        () => undefined,
      )
      // After a rejection too, because the list was stale.
      await refresh(domainSignIns)
    },
    [tenantUrlId, word],
  )
}
