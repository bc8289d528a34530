import { useEffect, useRef } from 'react'
import { guardLeaving, type LeaveGuard } from '../base/leave-guard.ts'
import { useKitText } from '../texts/index.ts'
import { confirmDialog } from './confirm.tsx'

/** Asks before the user leaves the page by back or forward, a typed address, a link or a reload. */
export function useLeaveGuard(active: boolean, guard: LeaveGuard): void {
  const latest = useRef(guard)
  useEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    if (!active) return
    const release = guardLeaving({
      isDirty: () => latest.current.isDirty(),
      ask: () => latest.current.ask(),
    })
    const warn = (event: BeforeUnloadEvent) => {
      if (latest.current.isDirty()) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      release()
      removeEventListener('beforeunload', warn)
    }
  }, [active])
}

/**
 * Asks before the input of a dialog or form is lost, however the user leaves it.
 * @param question text key that says what would be lost
 * @returns true if nothing would be lost or the user agreed
 */
export function useDiscardGuard(
  open: boolean,
  isDirty: () => boolean,
  question:
    | 'dialog.discardQuestion'
    | 'dialog.leaveQuestion'
    | 'dialog.discardSelection' = 'dialog.discardQuestion',
): () => Promise<boolean> {
  const t = useKitText()
  const ask = () =>
    confirmDialog({
      title: t('dialog.discardTitle'),
      content: t(question),
      ok: t('dialog.discard'),
      cancel: t('dialog.goOn'),
      danger: true,
    })
  useLeaveGuard(open, { isDirty, ask })
  return async () => !isDirty() || ask()
}
