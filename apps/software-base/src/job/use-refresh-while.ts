import { useEffect } from 'react'

/** How long after a response the next one is asked for, in milliseconds. */
const pause = 3000

/** Asks again and again while something is under way whose end is worth seeing. @param ask the same while it asks for the same */
export function useRefreshWhile(underWay: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask()
    }, pause)
    return () => clearInterval(timer)
  }, [underWay, ask])
}
