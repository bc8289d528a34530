/** What the page keeps in its address: which module is open, and on which tab; '' for the list of all. */
export const pageState = { name: '', tab: 'releases' }

/** What stands before the names that a tab's list has in the address. */
export const errorPrefix = 'error.'
export const tenantPrefix = 'tenant.'
export const releasePrefix = 'release.'

interface Place {
  readonly name?: string
  readonly tab?: 'releases' | 'tenants' | 'errors'
  /** The release of which errors are shown. */
  readonly version?: string
}

/** The address of a place within the page, for a link. */
export function placeOf({ name, tab, version }: Place) {
  const query = new URLSearchParams()
  if (name) query.set('name', name)
  if (tab) query.set('tab', tab)
  if (version) query.set(`${errorPrefix}version`, version)
  return { search: query.toString() }
}
