/** Path segment below which products serve the calls that Atrium itself makes and signs. */
const reservedSegment = 'atrium'

/** Decodes the escapes of a path; undefined if an escape is invalid. */
function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Whether every server reads a path the same way. Rejects `.`, `..` and the reserved segment, and escapes that hide a
 * slash, a matrix parameter (`/..;/`) or another escape.
 */
function isUnambiguous(path: string): boolean {
  const text = decodedPath(path)
  if (text === undefined || /[\\;%]/.test(text)) return false
  const segments = text.toLowerCase().split('/')
  return (
    segments.length === path.split('/').length &&
    !segments.some((segment) => segment === '.' || segment === '..' || segment === reservedSegment)
  )
}

/**
 * Whether the URL is safe as a base for calls to a product: its path contains no `..` and does not lead to the
 * reserved calls.
 */
export const isApiAddress = (address: string): boolean =>
  isUnambiguous(address.replace(/^https?:\/\/[^/\\?#]*/i, ''))

/** Segments of letters, digits and common punctuation: no host, no query, no escapes. */
const pathPattern = /^(?:\/[\w.~!$&'()*+,=:@-]+)+\/?$/

/**
 * Whether a text is a valid path for a call to a product, relative to its base URL.
 * @param usual default path of the call
 */
export const isApiPath = (path: string, usual: string): boolean =>
  path === usual || (pathPattern.test(path) && isUnambiguous(path))
