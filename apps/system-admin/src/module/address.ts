/** The page's state in the address: the open module and tab. The name '' stands for the list. */
export const pageState = { name: '', tab: 'releases' }

/** Prefixes of the lists' parameters in the address. */
export const errorPrefix = 'error.'
export const tenantPrefix = 'tenant.'
export const releasePrefix = 'release.'

interface Location {
  readonly name?: string
  readonly tab?: 'releases' | 'tenants' | 'errors'
  /** Limits the list to errors of this release. */
  readonly version?: string
}

/** Returns the address of a view of the page, for use in a link. */
export function addressOf({ name, tab, version }: Location) {
  const query = new URLSearchParams()
  if (name) query.set('name', name)
  if (tab) query.set('tab', tab)
  if (version) query.set(`${errorPrefix}version`, version)
  return { search: query.toString() }
}
