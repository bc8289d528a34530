import { useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect, useRef } from 'react'

/** Handle through which the page navigates a slot. */
export interface Lead {
  go?: ((path: string) => void) | undefined
  /** Path that the page requested before the screens were ready. */
  asked?: string | undefined
}

/** Navigates a slot's screens to a path as soon as they are ready. */
export function leadTo(lead: Lead, path: string): void {
  if (lead.go) lead.go(path)
  else lead.asked = path
}

/** Returns a path in the form of the route table. Integrators may copy paths with a leading `#` from an address. */
export const plainPath = (path: string): string => path.replace(/^#?\/*/, '/')

/** Normalises a base name to the form in the page's address: percent-encoded, without a trailing slash, '' for the root. */
export const plainBasename = (basename: string): string =>
  new URL(plainPath(basename), window.location.origin).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')

/**
 * Returns the path and query of the page's address below a base name.
 * @returns undefined if the address is not below the base name
 */
export function pathInAddress(basename: string): string | undefined {
  const { pathname, search } = window.location
  const base = plainBasename(basename)
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return `${pathname.slice(base.length) || '/'}${search}`
}

/**
 * Synchronises the page's address with the screens in both directions, so that the browser's back and forward buttons
 * work.
 */
function useAddressBar(basename: string | undefined): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const path = `${pathname}${search}`
  const latest = useRef(path)
  latest.current = path

  useEffect(() => {
    if (basename === undefined) return
    const follow = (): void => {
      const asked = pathInAddress(basename)
      if (asked !== undefined && asked !== latest.current) void navigate(asked, { replace: true })
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [basename, navigate])

  const first = useRef(true)
  useEffect(() => {
    const shown = basename === undefined ? path : pathInAddress(basename)
    const isFirst = first.current
    first.current = false
    if (shown === path) return
    const address = `${plainBasename(basename ?? '')}${path}`
    // Redirects of the first screen are not navigation by the user.
    if (isFirst || shown === '/') window.history.replaceState(window.history.state, '', address)
    else window.history.pushState(null, '', address)
  }, [basename, path])
}

export interface AddressOptions {
  readonly basename: string | undefined
  readonly lead: Lead
}

/** Synchronises the slot's address with the page's, and lets the page navigate the slot. */
export function useAddress({ basename, lead }: AddressOptions): void {
  const navigate = useNavigate()
  useAddressBar(basename)
  useEffect(() => {
    lead.go = (path) => void navigate(plainPath(path))
    if (lead.asked !== undefined) void navigate(plainPath(lead.asked), { replace: true })
    lead.asked = undefined
    return () => {
      lead.go = undefined
    }
  }, [lead, navigate])
}
