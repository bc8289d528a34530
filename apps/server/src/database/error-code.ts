/**
 * The code of a system's or database's error, e.g. ENOENT or 23505; '' where it has none. It goes by the
 * field alone: an error from another realm is no instance of our Error.
 */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}
