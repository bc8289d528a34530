import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type AddressState, readState, type WidenedLiterals, writeState } from './values.ts'

/**
 * Changes some of the state.
 * @param options.replace true where going back must not stop here, as while typing
 */
export type SetAddressState<State> = (patch: Partial<State>, options?: { readonly replace?: boolean }) => void

/**
 * State that lives in the address: it survives a reload, can be sent to somebody, and the browser's back
 * and forward walk through it.
 * @param defaults names, types and values at first; the same object at every render
 */
export function useAddressState<State extends AddressState>(
  defaults: State,
): [WidenedLiterals<State>, SetAddressState<WidenedLiterals<State>>] {
  const [query, setQuery] = useSearchParams()
  const state = useMemo(() => readState(query, defaults), [query, defaults])

  // Two changes within one event must both count; the router shows the first one only at its next render.
  const latest = useRef(query)
  latest.current = query
  // The router has another function with every address; whoever is given ours is not to be drawn anew for that.
  const change = useRef(setQuery)
  change.current = setQuery
  const set = useCallback<SetAddressState<WidenedLiterals<State>>>(
    (patch, options) => {
      const changed = writeState(latest.current, defaults, patch)
      if (changed.toString() === latest.current.toString()) return
      latest.current = changed
      change.current(changed, options)
    },
    [defaults],
  )
  return [state, set]
}
