import { useLocation, useNavigate } from '@atrium/shared-api'
import { useEffect, useRef } from 'react'

/** What leads the screens in a place to another address, as the page asks for it. */
export interface Lead {
  go?: ((path: string) => void) | undefined
  /** Asked for before they were there. */
  asked?: string | undefined
}

/** Leads the screens in a place to a path, as soon as they are there. */
export function leadTo(lead: Lead, path: string): void {
  if (lead.go) lead.go(path)
  else lead.asked = path
}

/** A path as the route table has it; those that people copy out of an address may begin with its `#`. */
export const plainPath = (path: string): string => path.replace(/^#?\/*/, '/')

/** The base name as the page's address has it: percent-encoded, without a slash at its end; '' for the root. */
export const plainBasename = (basename: string): string =>
  new URL(plainPath(basename), window.location.origin).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')

/** What the page's address says below a base name: a path with its query; undefined where it is elsewhere. */
export function pathInAddress(basename: string): string | undefined {
  const { pathname, search } = window.location
  const base = plainBasename(basename)
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return `${pathname.slice(base.length) || '/'}${search}`
}

/** Has the page's address follow the screens, and them follow it: back and forward walk through them. */
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
    // What the screens lead to by themselves at first is no step of the user's.
    if (isFirst || shown === '/') window.history.replaceState(window.history.state, '', address)
    else window.history.pushState(null, '', address)
  }, [basename, path])
}

export interface AddressOptions {
  readonly basename: string | undefined
  readonly lead: Lead
}

/** Keeps the place's address in step with the page's, and lets the page lead it. */
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
