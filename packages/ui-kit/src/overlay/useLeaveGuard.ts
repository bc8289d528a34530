import { useEffect, useRef } from 'react'
import { guardLeaving, type LeaveGuard } from '../base/leaveGuard.ts'

/** Asks before the page is left by the browser's back or forward, by an address typed in, or by a reload. */
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
