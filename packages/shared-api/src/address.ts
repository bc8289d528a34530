import { useCallback, useContext, useMemo, useRef } from 'react'
import {
  type Location,
  type Navigator,
  UNSAFE_NavigationContext,
  useHref,
  useLocation,
  useSearchParams,
} from 'react-router'

/** State of a page in its address, by name. */
export type AddressState = Readonly<Record<string, string | number | boolean>>

type Value = AddressState[string]

/** A value of the address in the type of its default; undefined for one that does not fit it. */
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

/** Writes a change of the state into a query; what equals its default is left out, so that addresses stay short. */
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
 * Changes some of the state.
 * @param options.replace true where going back must not stop here, as while typing
 */
export type SetAddressState<State> = (patch: Partial<State>, options?: { readonly replace?: boolean }) => void

/** The router's new location: it renders it later, and until then the previous page is rendered. */
interface Whereabouts {
  readonly location: Location
}

/**
 * State in the address: it survives a reload, can be sent to somebody, and the browser's back and forward buttons move
 * through it.
 */
export function useAddressState<State extends AddressState>(
  defaults: State,
): [WidenedLiterals<State>, SetAddressState<WidenedLiterals<State>>] {
  const [query, setQuery] = useSearchParams()
  const state = useMemo(() => readState(query, defaults), [query, defaults])

  // Every router of the library uses its history as navigator; only the types lack its location.
  const navigator = useContext(UNSAFE_NavigationContext).navigator as Navigator & Whereabouts
  const here = useHref(useLocation().pathname)
  // The router has another function for each address. Ours stays the same, so that its users are not rendered again.
  const drawn = useRef({ setQuery, here })
  drawn.current = { setQuery, here }
  const set = useCallback<SetAddressState<WidenedLiterals<State>>>(
    (patch, options) => {
      const { pathname, search } = navigator.location
      // A delayed change, such as a search, may come when the user has gone on, and would call them back.
      if (navigator.createHref({ pathname }) !== drawn.current.here) return
      // Changes that are still to be drawn count too.
      const present = new URLSearchParams(search)
      const changed = writeState(present, defaults, patch)
      if (changed.toString() !== present.toString()) drawn.current.setQuery(changed, options)
    },
    [defaults, navigator],
  )
  return [state, set]
}
