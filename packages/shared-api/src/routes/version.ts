/** Where a deployment shows the suite under this prefix of the hash, every route's name ends in `Index`. */
export const versionPrefix = '/version'

/** The prefix of the present address: '/version', or '' as usual. */
export const prefixOf = (path: string): string => (path.startsWith(`${versionPrefix}/`) ? versionPrefix : '')
