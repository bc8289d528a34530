import { useEffect } from 'react'

/** Interval between requests, in milliseconds. */
const pause = 3000

/**
 * Polls while something is in progress.
 * @param ask function that refreshes the data; must stay the same between renders
 */
export function useRefreshWhile(underWay: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void ask()
    }, pause)
    return () => clearInterval(timer)
  }, [underWay, ask])
}
