/** The segment below which products serve the calls that Atrium makes and signs by itself. */
const reservedSegment = 'atrium'

/** A path as it reads once its escapes are decoded; undefined if they are none. */
function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/**
 * Whether every server reads a path alike: no segment climbs or is reserved, and none hides a slash, a matrix parameter
 * (`/..;/`) or another escape.
 */
function isStraight(path: string): boolean {
  const text = decodedPath(path)
  if (text === undefined || /[\\;%]/.test(text)) return false
  const segments = text.toLowerCase().split('/')
  return (
    segments.length === path.split('/').length &&
    !segments.some((segment) => segment === '.' || segment === '..' || segment === reservedSegment)
  )
}

/** Whether calls to a product may be made below an address: its own path neither climbs nor leads into reserved calls. */
export const isApiAddress = (address: string): boolean =>
  isStraight(address.replace(/^https?:\/\/[^/\\?#]*/i, ''))

/** Segments of letters, digits and the usual marks: no host, no query, nothing escaped. */
const pathPattern = /^(?:\/[\w.~!$&'()*+,=:@-]+)+\/?$/

/** Whether a text is a path for a call to a product, below its address. @param usual the path that Atrium gives the call */
export const isApiPath = (path: string, usual: string): boolean =>
  path === usual || (pathPattern.test(path) && isStraight(path))
