import { useCallback, useMemo, useRef } from 'react'
import { useHref, useLocation, useSearchParams } from 'react-router'

/** What a page keeps in its address, by name. */
export type AddressState = Readonly<Record<string, string | number | boolean>>

type Value = AddressState[string]

/** A value of the address in the type of its default; undefined for one that does not fit it. */
function parse(text: string, fallback: Value): Value | undefined {
  if (typeof fallback === 'string') return text
  if (typeof fallback === 'boolean') return text === 'true' || (text === 'false' ? false : undefined)
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/** The literal types of defaults widened: a default of 10 stands for any number. */
export type WidenedLiterals<State> = {
  readonly [Name in keyof State]: State[Name] extends number
    ? number
    : State[Name] extends boolean
      ? boolean
      : string
}

/** Reads the state out of a query; defaults stand in for what is missing or does not fit. */
export function readState<State extends AddressState>(
  query: URLSearchParams,
  defaults: State,
): WidenedLiterals<State> {
  const entries = Object.entries(defaults).map(([name, fallback]) => {
    const text = query.get(name)
    return [name, (text === null ? undefined : parse(text, fallback)) ?? fallback]
  })
  return Object.fromEntries(entries)
}

/** Writes a change of the state into a query; what equals its default is left out, so that addresses stay short. */
export function writeState(
  query: URLSearchParams,
  defaults: AddressState,
  patch: Partial<AddressState>,
): URLSearchParams {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined || value === defaults[name]) changed.delete(name)
    else changed.set(name, String(value))
  }
  return changed
}

/**
 * Changes some of the state.
 * @param options.replace true where going back must not stop here, as while typing
 */
export type SetAddressState<State> = (patch: Partial<State>, options?: { readonly replace?: boolean }) => void

/** Tells whether the page is still the one that was gone to last: the router draws the next one when it has come. */
function useStillHere(): () => boolean {
  const { pathname } = useLocation()
  const href = useHref(pathname)
  const latest = useRef(href)
  latest.current = href
  return useCallback(() => {
    const [present] = (window.location.hash || '#/').split('?')
    // In somebody else's page the address is not ours, and nothing is told by it.
    return !latest.current.startsWith('#') || present === latest.current
  }, [])
}

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
  const stillHere = useStillHere()
  const set = useCallback<SetAddressState<WidenedLiterals<State>>>(
    (patch, options) => {
      const changed = writeState(latest.current, defaults, patch)
      // What rested a while, such as a search, may come when the user has gone on, and would call them back.
      if (changed.toString() === latest.current.toString() || !stillHere()) return
      latest.current = changed
      change.current(changed, options)
    },
    [defaults, stillHere],
  )
  return [state, set]
}
