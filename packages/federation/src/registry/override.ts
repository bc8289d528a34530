import type { Override } from '@atrium/contract'
import { developmentVersion, manifestName } from './agreement.ts'
import type { Registry, RegistryEntry } from './schema.ts'

/**
 * Returns an entry whose active release is a development build on the user's machine. It has no stand-ins, and safe
 * mode keeps the suite's release.
 */
const overridden = (entry: RegistryEntry, origin: string): RegistryEntry => {
  const { name, routes, suite, releases } = entry
  const manifest = `${origin}/${name}/${manifestName}`
  return {
    name,
    routes,
    suite,
    active: developmentVersion,
    held: true,
    releases: { ...releases, [developmentVersion]: { manifest, development: true } },
  }
}

/** Applies the overrides that have not expired. Overridden remotes run from the user's own machine. */
export const withOverrides = (registry: Registry, overrides: readonly Override[]): Registry => ({
  remotes: registry.remotes.map((entry) => {
    const override = overrides.find(
      ({ name, expireTime }) => name === entry.name && Date.parse(expireTime) > Date.now(),
    )
    return override ? overridden(entry, override.origin) : entry
  }),
})
