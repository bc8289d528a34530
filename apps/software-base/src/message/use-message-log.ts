import type { mailLog, smsLog } from '@atrium/contract'
import { useCallback, useState } from 'react'

/** The call that returns the log of a message of a kind. */
export type LogCall = typeof smsLog | typeof mailLog

/** Of which message the log is looked at. A dialog on its way out still shows it. */
export function useMessageLog(call: LogCall) {
  const [state, setState] = useState({ id: '', isOpen: false })
  const open = useCallback(({ id }: { readonly id: string }) => setState({ id, isOpen: true }), [])
  const close = useCallback(() => setState(({ id }) => ({ id, isOpen: false })), [])
  return { call, ...state, open, close }
}

export type MessageLogState = ReturnType<typeof useMessageLog>
