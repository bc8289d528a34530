import type { Call, mailResend, Resent, smsResend } from '@atrium/contract'
import { send, useSession } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh, type Selection, useSelection } from '@atrium/ui-kit/list'
import { confirmChange } from '@atrium/ui-kit/overlay'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

type Rejected = Resent['refused']

/** Delays after which the list is refreshed following a resend, in milliseconds. By then, most messages have arrived. */
const refreshDelays = [1500, 5000]

/** Returns a function that refreshes a list after short delays, unless the user has left the page. */
function useRefreshLater(list: Call) {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    const timers = refreshDelays.map((delay) => setTimeout(() => void refresh(list), delay))
    return () => timers.forEach(clearTimeout)
  }, [asked, list])
  return useCallback(() => setAsked((times) => times + 1), [])
}

/** State and functions for resending a list's messages. Functions and selection stay the same between renders. */
export interface Resending {
  /** Whether the user may resend. Only platform administrators may. */
  readonly allowed: boolean
  readonly selection: Selection
  /**
   * Resends messages after a confirmation.
   * @param name name of a single message
   */
  readonly resend: (ids: readonly string[], name?: string) => Promise<void>
  /** Messages of the last resend that were rejected. */
  readonly refused: Rejected
  /** Whether the rejected messages are shown. The list itself stays while its dialog closes. */
  readonly showsRejected: boolean
  readonly hideRejected: () => void
}

/** Resends messages of a list after a confirmation. Shows which ones could not be resent and why. */
export function useResending(list: Call, call: typeof smsResend | typeof mailResend): Resending {
  const t = useSoftwareBaseText()
  const allowed = useSession(({ user }) => user?.superAdmin ?? false)
  const selection = useSelection(list.path)
  const refreshLater = useRefreshLater(list)
  const [refused, setRejected] = useState<Rejected>([])
  const [showsRejected, setShowsRejected] = useState(false)
  const resend = useCallback(
    async (ids: readonly string[], name?: string) => {
      const question = {
        title: t('message.resendTitle'),
        content:
          name === undefined
            ? t('message.resendSelected', { count: ids.length })
            : t('message.resendOne', { name }),
        ok: t('message.resend'),
      }
      const input = { ids: [...ids] }
      const reason = await confirmChange(question, call, input)
      if (!reason) return
      // The list is refreshed even after an error, because it may have been stale. The error message is already
      // shown.
      const response = await send(call, input, { reason }).catch(() => undefined)
      if (response) {
        Message.success(t('message.resent', { count: response.count }))
        selection.set(ids, false)
        if (response.refused.length > 0) {
          setRejected(response.refused)
          setShowsRejected(true)
        }
        refreshLater()
      }
      await refresh(list)
    },
    [t, list, call, selection, refreshLater],
  )
  return useMemo(
    () => ({
      allowed,
      selection,
      resend,
      refused,
      showsRejected,
      hideRejected: () => setShowsRejected(false),
    }),
    [allowed, selection, resend, refused, showsRejected],
  )
}
