import type { Registry } from '@atrium/federation'
import { profile, useSession } from '@atrium/shared-api'

/** Path of `releaseRegistry`. Importing the declaration would add its schema to every page. */
const path = '/release/registry'

/** Timeout of a response, in milliseconds. */
const timeout = 10_000

async function ask(address: string | URL, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeout) })
  if (!response.ok) throw new Error(`${address} returned HTTP ${response.status}`)
  return response.json()
}

/** Returns the address of the API. The registry is at the root of the same server. */
const apiAddress = (): string => new URL(profile().apiPrefix, document.baseURI).href

/** Fetches the registry that applies to all users. */
export const publicRegistry = () =>
  ask(new URL('/remotes.json', apiAddress()), { cache: 'no-cache' }) as Promise<Registry>

/** Fetches the user's registry. The user's tenant may be pinned to another release. */
async function registryOfUser(key: string): Promise<Registry> {
  const address = `${apiAddress()}${path}`
  const headers = { 'content-type': 'application/json', Authorization: key }
  const result = (await ask(address, { method: 'POST', headers, body: '{}' })) as { data?: Registry | null }
  if (!result.data) throw new Error('the server rejected the request for the registry')
  return result.data
}

/** Session key with which the user's registry was last fetched. */
let fetchedForKey: string | undefined

/**
 * Fetches the current registry. Falls back to the public one if the user's registry was never fetched in this
 * session. The public registry marks remotes that depend on the user.
 * @throws if the user's registry was fetched before, because the page's copy of it is then better than the public one
 */
export async function fetchRegistry(): Promise<Registry> {
  const { key } = useSession.getState()
  if (!key) return publicRegistry()
  try {
    const registry = await registryOfUser(key)
    fetchedForKey = key
    return registry
  } catch (cause) {
    if (fetchedForKey === key) throw cause
    return publicRegistry()
  }
}
