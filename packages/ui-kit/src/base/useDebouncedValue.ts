import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a change must rest before it takes effect, in milliseconds. */
const debounceDelay = 200

/**
 * A function that runs when it has not been called for 200 ms, with the arguments of the last call.
 * A pending call is dropped when the component goes.
 */
function useDebounced<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
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

/**
 * A value that follows the user at once, ahead of its owner, who gets it when it has not changed for 200 ms. A change
 * by other means, such as the browser's back button, replaces it.
 * @param onChange gives it to the owner
 * @param same whether two values are equal for the owner
 * @returns the value, and the function that changes it, which stays the same
 */
export function useDebouncedValue<Value>(
  value: Value,
  onChange: (value: Value) => void,
  same: (one: Value, other: Value) => boolean = Object.is,
): readonly [Value, (next: Value) => void] {
  const [{ owned, reported, shown }, set] = useState({ owned: value, reported: value, shown: value })
  const report = useDebounced((next: Value) => {
    set((before) => ({ ...before, reported: next, shown: next }))
    onChange(next)
  })
  if (!same(owned, value)) {
    // If the owner only confirms the value, the user may have typed more already.
    set({ owned: value, reported: value, shown: same(reported, value) ? shown : value })
  }
  const change = useCallback(
    (next: Value) => {
      set((before) => ({ ...before, shown: next }))
      report(next)
    },
    [report],
  )
  return [shown, change]
}
