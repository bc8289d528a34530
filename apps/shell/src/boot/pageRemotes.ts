import { createRemoteLoader, pageElements, type Registry, type RemoteManifest } from '@atrium/federation'
import type { Remotes } from '../remotes/index.ts'

const parse = <T>(id: string, otherwise: T): T => {
  const text = document.getElementById(id)?.textContent
  return text ? (JSON.parse(text) as T) : otherwise
}

/** The remotes that the server wrote into the page: it read and checked the registry at this very request. */
export function pageRemotes(): Remotes {
  const registry = parse<Registry>(pageElements.registry, { remotes: [] })
  const manifests = parse<Record<string, RemoteManifest>>(pageElements.manifests, {})
  return { registry, loader: createRemoteLoader({ registry, manifests }) }
}
