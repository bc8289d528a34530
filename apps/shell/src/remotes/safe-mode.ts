/** Query parameter of safe mode. */
const parameter = 'safe'

/** Returns whether this page runs only releases of the suite's own build. Stays true until another address is loaded. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get(parameter) === '1'

/** Returns the current address without the safe mode parameter. */
export function addressWithoutSafeMode(): string {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  query.delete(parameter)
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
