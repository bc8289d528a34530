import { useCallback, useEffect, useRef, useState } from 'react'

/** Time without changes before a change takes effect, in milliseconds. */
const debounceDelay = 200

/**
 * Returns a function that runs once it has not been called for 200 ms, with the arguments of the last call.
 * Unmounting drops a pending call.
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
 * Shows a value as the user changes it, and reports it to its owner once it has not changed for 200 ms. A change by
 * other means, such as the browser's back button, replaces the shown value.
 * @param onChange reports the value to the owner
 * @param same whether the owner treats two values as equal
 * @returns the value, and a stable function that changes it
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
    // If the owner only confirms the reported value, the user may have typed more already.
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
