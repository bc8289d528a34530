import type { Finding } from './error.ts'
import { integrityOfFile } from './integrity.ts'
import { inTime, TooSlow } from './time.ts'

/** Addresses blocked by the page's Content-Security-Policy. The error of a blocked fetch does not name the reason. */
const blocked = new Set<string>()

/** Starts recording what the page's Content-Security-Policy blocks. */
export function watchPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    if (blocked.size < 100) blocked.add(blockedURI)
  })
}

/**
 * Fetches a text file.
 * @throws TooSlow if it takes too long
 * @throws the error of `fetch` if the request fails
 */
export async function fetchText(
  address: string,
  init: RequestInit,
): Promise<{ readonly response: Response; readonly text: string }> {
  const control = new AbortController()
  const fetchAll = async () => {
    const response = await fetch(address, { ...init, signal: control.signal })
    return { response, text: await response.text() }
  }
  return inTime(fetchAll()).catch((cause: unknown) => {
    control.abort()
    throw cause
  })
}

/**
 * Finds out why a file failed to load. Browsers hide the reason for scripts and styles. Fetches the file past all
 * caches, which also replaces a broken cached copy.
 * @param address the file's absolute address
 * @param integrity the expected integrity; by default the one in the file's release
 */
export async function examine(address: string, integrity = integrityOfFile(address)): Promise<Finding> {
  const found = await fetchText(address, { cache: 'reload' }).catch((cause: unknown) => cause)
  if (found instanceof TooSlow) return { fault: 'slow' }
  if (found instanceof Error) return blocked.has(address) ? { fault: 'blocked' } : {}
  const { ok, status } = (found as Awaited<ReturnType<typeof fetchText>>).response
  if (!ok || !integrity) return { status }
  const asReleased = await fetchText(address, { integrity, cache: 'force-cache' }).catch(() => undefined)
  return asReleased ? { status } : { status, fault: 'changed' }
}

/**
 * Finds the reason for a failure. After a timeout nothing is fetched, because that would take just as long.
 * @param address address of the file that failed to load, if known
 */
export const findingOf = async (
  cause: unknown,
  address: string | undefined,
  integrity?: string,
): Promise<Finding> => {
  if (cause instanceof TooSlow) return { fault: 'slow' }
  return address ? examine(address, integrity) : {}
}
