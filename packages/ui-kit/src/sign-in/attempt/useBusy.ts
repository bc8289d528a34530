import { useCallback, useRef, useState } from 'react'

/** Runs one thing at a time; what is asked for meanwhile, as by a double click, is dropped. */
export type RunAlone = (work: () => Promise<void>) => Promise<void>

/** @returns whether something runs, and the function that runs it */
export function useBusy(): readonly [boolean, RunAlone] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback<RunAlone>(async (work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
