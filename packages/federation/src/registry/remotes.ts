import type { ReleaseManifest } from './manifest.ts'
import type { DevelopmentAddress, Registry, RegistryEntry, ReleaseAddress } from './schema.ts'

/** The remote that renders a path of the route table, if any does. */
export function remoteForPath(registry: Registry, path: string): RegistryEntry | undefined {
  return registry.remotes.find(({ routes }) =>
    routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}

/**
 * Adds to a registry the remotes and prefixes that a page knew before. Where they are gone from the registry, somebody may
 * still be typing in one of their screens. A prefix that another remote has now is that remote's.
 */
export function withKnownBefore({ remotes }: Registry, before: Registry): Registry {
  const taken = new Set(remotes.flatMap(({ routes }) => routes))
  const further = (name: string): string[] =>
    before.remotes.find((entry) => entry.name === name)?.routes.filter((route) => !taken.has(route)) ?? []
  const gone = before.remotes.filter(({ name }) => !remotes.some((entry) => entry.name === name))
  return {
    remotes: [
      ...remotes.map((entry) => ({ ...entry, routes: [...entry.routes, ...further(entry.name)] })),
      ...gone.map((entry) => ({ ...entry, routes: further(entry.name) })),
    ],
  }
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
