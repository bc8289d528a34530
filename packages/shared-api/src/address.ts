import { useCallback, useContext, useMemo, useRef } from 'react'
import {
  type Location,
  type Navigator,
  UNSAFE_NavigationContext,
  useHref,
  useLocation,
  useSearchParams,
} from 'react-router'

/** State of a page as query parameters, by name. */
export type AddressState = Readonly<Record<string, string | number | boolean>>

type Value = AddressState[string]

/** Parses a query parameter with the type of its default; undefined if it is invalid. */
function parse(text: string, fallback: Value): Value | undefined {
  if (typeof fallback === 'string') return text
  if (typeof fallback === 'boolean') return text === 'true' || (text === 'false' ? false : undefined)
  const number = Number(text)
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/** Widens the literal types of defaults: a default of 10 accepts any number. */
type WidenedLiterals<State> = {
  readonly [Name in keyof State]: State[Name] extends number
    ? number
    : State[Name] extends boolean
      ? boolean
      : string
}

/** Reads the state from a query; defaults replace missing and invalid values. */
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

/** Writes a change of the state into a query. Values that equal their default are omitted, to keep addresses short. */
function writeState(
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
 * Changes part of the state.
 * @param options.replace true to add no history entry, as while the user types
 */
export type SetAddressState<State> = (patch: Partial<State>, options?: { readonly replace?: boolean }) => void

/** Exposes the router's new location, which may not be rendered yet. */
interface LocatedNavigator {
  readonly location: Location
}

/**
 * Keeps state in the page's address. It survives a reload, is part of shared links, and the back and forward buttons
 * move through it.
 */
export function useAddressState<State extends AddressState>(
  defaults: State,
): [WidenedLiterals<State>, SetAddressState<WidenedLiterals<State>>] {
  const [query, setQuery] = useSearchParams()
  const state = useMemo(() => readState(query, defaults), [query, defaults])

  // Every router of the library uses its history as the navigator, but the types lack `location`.
  const navigator = useContext(UNSAFE_NavigationContext).navigator as Navigator & LocatedNavigator
  const here = useHref(useLocation().pathname)
  // The router provides a new function for each address. This one stays the same, so that components that use it do
  // not render again.
  const drawn = useRef({ setQuery, here })
  drawn.current = { setQuery, here }
  const set = useCallback<SetAddressState<WidenedLiterals<State>>>(
    (patch, options) => {
      const { pathname, search } = navigator.location
      // A delayed change, such as a search, may arrive after the user has left the page and would take them back.
      if (navigator.createHref({ pathname }) !== drawn.current.here) return
      // Includes changes that are not rendered yet.
      const present = new URLSearchParams(search)
      const changed = writeState(present, defaults, patch)
      if (changed.toString() !== present.toString()) drawn.current.setQuery(changed, options)
    },
    [defaults, navigator],
  )
  return [state, set]
}
