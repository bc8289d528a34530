import { useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect, useRef } from 'react'

/** Leads the screens of a slot to another address on the page's request. */
export interface Lead {
  go?: ((path: string) => void) | undefined
  /** A path requested before the screens were ready. */
  asked?: string | undefined
}

/** Leads the screens of a slot to a path, as soon as they are ready. */
export function leadTo(lead: Lead, path: string): void {
  if (lead.go) lead.go(path)
  else lead.asked = path
}

/** Returns a path as the route table has it. Integrators may copy it from an address with its `#`. */
export const plainPath = (path: string): string => path.replace(/^#?\/*/, '/')

/** Returns the base name as the page's address has it: percent-encoded, without a trailing slash, '' for the root. */
export const plainBasename = (basename: string): string =>
  new URL(plainPath(basename), window.location.origin).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')

/**
 * Returns the part of the page's address below a base name, a path with its query. undefined if the page is
 * elsewhere.
 */
export function pathInAddress(basename: string): string | undefined {
  const { pathname, search } = window.location
  const base = plainBasename(basename)
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return `${pathname.slice(base.length) || '/'}${search}`
}

/**
 * Synchronizes the page's address with the screens, in both directions, so that back and forward move through
 * them.
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
    // The screens' first redirects are not steps of the user.
    if (isFirst || shown === '/') window.history.replaceState(window.history.state, '', address)
    else window.history.pushState(null, '', address)
  }, [basename, path])
}

export interface AddressOptions {
  readonly basename: string | undefined
  readonly lead: Lead
}

/** Synchronizes the slot's address with the page's, and lets the page change it. */
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
