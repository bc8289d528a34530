import { useCallback, useEffect, useRef } from 'react'

/** How long a change must rest before it takes effect, in milliseconds. */
const debounceDelay = 200

/**
 * A function that runs when it has not been called for 200 ms, with the arguments of the last call.
 * A pending call is dropped when the component goes.
 */
export function useDebounced<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((...args) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(...args), debounceDelay)
  }, [])
}
