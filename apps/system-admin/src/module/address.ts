/** The page's state in its address: the open module and tab, '' for the list of all. */
export const pageState = { name: '', tab: 'releases' }

/** Prefixes of the lists' parameters in the address. */
export const errorPrefix = 'error.'
export const tenantPrefix = 'tenant.'
export const releasePrefix = 'release.'

interface Location {
  readonly name?: string
  readonly tab?: 'releases' | 'tenants' | 'errors'
  /** Shows the errors of this release only. */
  readonly version?: string
}

/** Returns the address of a view of the page, for a link. */
export function addressOf({ name, tab, version }: Location) {
  const query = new URLSearchParams()
  if (name) query.set('name', name)
  if (tab) query.set('tab', tab)
  if (version) query.set(`${errorPrefix}version`, version)
  return { search: query.toString() }
}
