import { useEffect, useMemo, useRef } from 'react'

/** How long a change must rest before it takes effect, in milliseconds. */
const debounceDelay = 200

export interface Debounced<Args extends unknown[]> {
  (...args: Args): void
  /** Forgets a call that has not taken effect yet. */
  cancel: () => void
}

/**
 * A function that runs when it has not been called for 200 ms, with the arguments of the last call.
 * A pending call is dropped when the component goes.
 */
export function useDebounced<Args extends unknown[]>(run: (...args: Args) => void): Debounced<Args> {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const debounced = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const call = (...args: Args) => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(...args), debounceDelay)
    }
    return Object.assign(call, { cancel: () => clearTimeout(timer) })
  }, [])
  useEffect(() => debounced.cancel, [debounced])
  return debounced
}
