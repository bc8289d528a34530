/** What the page's address has in its query for safe mode. */
const parameter = 'safe'

/** Whether this page runs releases of the suite's own build alone; it stays so until it is loaded from another address. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get(parameter) === '1'

/** The page's address at the present place, without safe mode. */
export function addressWithoutSafeMode(): string {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  query.delete(parameter)
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
