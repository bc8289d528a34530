import type { Registry } from '@atrium/federation'
import { profile, useSession } from '@atrium/shared-api'

/** The path of `releaseRegistry`; its declaration would bring its schema to every page. */
const path = '/release/registry'

/** How long an answer may take, in milliseconds. */
const timeout = 10_000

async function ask(address: string | URL, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeout) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

/** Where the API is; the registry is at the root of the same server. */
const apiAddress = (): string => new URL(profile().apiPrefix, document.baseURI).href

/** The registry as it counts for everybody. */
export const publicRegistry = () =>
  ask(new URL('/remotes.json', apiAddress()), { cache: 'no-cache' }) as Promise<Registry>

/** The registry as it counts for the user, who may belong to a tenant that stays on another release. */
async function registryOfUser(key: string): Promise<Registry> {
  const address = `${apiAddress()}${path}`
  const headers = { 'content-type': 'application/json', Authorization: key }
  const answer = (await ask(address, { method: 'POST', headers, body: '{}' })) as { data?: Registry | null }
  if (!answer.data) throw new Error('the registry of the user was refused')
  return answer.data
}

/** The key of the session whose registry came last. */
let answered: string | undefined

/**
 * The registry as it is now. Where it was never known what counts for the user, it is that of everybody, in which remotes
 * that depend on the user are marked.
 * @throws where the user's cannot be had again: what is known of it says more than that of everybody
 */
export async function fetchRegistry(): Promise<Registry> {
  const { key } = useSession.getState()
  if (!key) return publicRegistry()
  try {
    const registry = await registryOfUser(key)
    answered = key
    return registry
  } catch (cause) {
    if (answered === key) throw cause
    return publicRegistry()
  }
}
