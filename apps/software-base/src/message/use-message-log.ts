import type { mailLog, smsLog } from '@atrium/contract'
import { useCallback, useState } from 'react'

/** Call that returns the log of an SMS or an e-mail. */
export type LogCall = typeof smsLog | typeof mailLog

/** Returns the state of the log dialog. A closing dialog keeps its message until the animation ends. */
export function useMessageLog(call: LogCall) {
  const [state, setState] = useState({ id: '', isOpen: false })
  const open = useCallback(({ id }: { readonly id: string }) => setState({ id, isOpen: true }), [])
  const close = useCallback(() => setState(({ id }) => ({ id, isOpen: false })), [])
  return { call, ...state, open, close }
}

export type MessageLogState = ReturnType<typeof useMessageLog>
