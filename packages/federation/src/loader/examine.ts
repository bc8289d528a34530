import type { Finding } from './error.ts'
import { integrityOfFile } from './integrity.ts'
import { inTime, TooSlow } from './time.ts'

/** What the page's policy has refused, by address: a fetch that it refuses does not say so. */
const refused = new Set<string>()

/** Heeds from now on what the page's policy refuses. */
export function heedPolicy(): void {
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    if (refused.size < 100) refused.add(blockedURI)
  })
}

/**
 * Asks for a file and reads it whole.
 * @throws TooSlow; whatever keeps the file from coming
 */
export async function fetchText(
  address: string,
  init: RequestInit,
): Promise<{ readonly response: Response; readonly text: string }> {
  const control = new AbortController()
  const whole = async () => {
    const response = await fetch(address, { ...init, signal: control.signal })
    return { response, text: await response.text() }
  }
  return inTime(whole()).catch((cause: unknown) => {
    control.abort()
    throw cause
  })
}

/**
 * Finds out why a file did not come, which the browser does not say of scripts and styles: asks for it past all caches,
 * which also puts the right one in the place of a copy there that is broken.
 * @param address the file's absolute address
 * @param integrity what it was to have; by default that of the release that it belongs to
 */
export async function examine(address: string, integrity = integrityOfFile(address)): Promise<Finding> {
  const found = await fetchText(address, { cache: 'reload' }).catch((cause: unknown) => cause)
  if (found instanceof TooSlow) return { fault: 'slow' }
  if (found instanceof Error) return refused.has(address) ? { fault: 'blocked' } : {}
  const { ok, status } = (found as Awaited<ReturnType<typeof fetchText>>).response
  if (!ok || !integrity) return { status }
  const asReleased = await fetchText(address, { integrity, cache: 'force-cache' }).catch(() => undefined)
  return asReleased ? { status } : { status, fault: 'changed' }
}

/**
 * What is known of a failure. Where it was the time, nothing is asked again that would take as long.
 * @param address of the file that did not come, if it is known
 */
export const findingOf = async (
  cause: unknown,
  address: string | undefined,
  integrity?: string,
): Promise<Finding> => {
  if (cause instanceof TooSlow) return { fault: 'slow' }
  return address ? examine(address, integrity) : {}
}
