import type { ReleaseManifest } from './manifest.ts'
import type { DevelopmentAddress, Registry, RegistryEntry, ReleaseAddress } from './schema.ts'

/** The remote that renders a path of the route table, if any does. */
export function remoteForPath(registry: Registry, path: string): RegistryEntry | undefined {
  return registry.remotes.find(({ routes }) =>
    routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}

/** The address of a file of a release. @param manifest the address of its manifest */
export const fileAddress = (manifest: string, file: string): string =>
  manifest.slice(0, manifest.lastIndexOf('/') + 1) + file

/** Whether a parsed JSON document is a manifest, as far as a page needs it: what it says was checked at its release. */
export function isManifest(value: unknown): value is ReleaseManifest {
  const { container, exposes, files } = (value ?? {}) as Partial<ReleaseManifest>
  return typeof container?.global === 'string' && exposes !== undefined && files !== undefined
}

/** Whether a parsed JSON document is a registry, as far as a page needs it: it was checked when it was changed. */
export function isRegistry(value: unknown): value is Registry {
  const { remotes } = (value ?? {}) as Partial<Registry>
  return Array.isArray(remotes) && remotes.every((entry) => entry?.active in Object(entry?.releases))
}

/** Whether what an address leads to is run as it comes, since it is no release. */
export const isDevelopmentBuild = (address: ReleaseAddress): address is DevelopmentAddress =>
  'development' in address
