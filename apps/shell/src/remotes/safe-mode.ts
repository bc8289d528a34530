/** The query parameter of safe mode. */
const parameter = 'safe'

/** Whether this page runs only releases of the suite's own build. It stays so until another address is loaded. */
export const isSafeMode = (): boolean => new URLSearchParams(window.location.search).get(parameter) === '1'

/** Returns the current address without safe mode. */
export function addressWithoutSafeMode(): string {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  query.delete(parameter)
  return `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`
}
