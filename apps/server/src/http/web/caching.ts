/** A name that carries a hash of its content: what is behind it never changes. */
const hashed = /[.-][0-9a-f]{8,}\.[a-z0-9.]+$/

/** A year, the longest that caches honour, in seconds. */
const immutable = 'public, max-age=31536000, immutable'

/** How long a file may be kept: forever where its name is hashed, else it is asked for again each time. */
export const cacheControl = (path: string): string => (hashed.test(path) ? immutable : 'no-cache')
