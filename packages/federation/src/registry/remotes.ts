import type { ReleaseManifest } from './manifest.ts'
import type { DevelopmentAddress, Registry, RegistryEntry, ReleaseAddress } from './schema.ts'

/** Returns the remote that renders a path, if any. */
export function remoteForPath(registry: Registry, path: string): RegistryEntry | undefined {
  return registry.remotes.find(({ routes }) =>
    routes.some((route) => path === route || path.startsWith(`${route}/`)),
  )
}

/**
 * Adds the remotes and prefixes that a page knew before, because users may still be typing in a screen of a removed
 * remote. A prefix that moved to another remote stays with that remote.
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

/**
 * Returns the address of a file of a release.
 * @param manifest address of the release's manifest
 */
export const fileAddress = (manifest: string, file: string): string =>
  manifest.slice(0, manifest.lastIndexOf('/') + 1) + file

/** Whether a parsed JSON document has the manifest fields that a page needs. The server has validated the rest. */
export function isManifest(value: unknown): value is ReleaseManifest {
  const { container, exposes, files } = (value ?? {}) as Partial<ReleaseManifest>
  return typeof container?.global === 'string' && exposes !== undefined && files !== undefined
}

/** Whether a parsed JSON document has the registry fields that a page needs. The server has validated the rest. */
export function isRegistry(value: unknown): value is Registry {
  const { remotes } = (value ?? {}) as Partial<Registry>
  return Array.isArray(remotes) && remotes.every((entry) => entry?.active in Object(entry?.releases))
}

/** Whether an address points to a development build, whose files are not verified. */
export const isDevelopmentBuild = (address: ReleaseAddress): address is DevelopmentAddress =>
  'development' in address
