import type { Override } from '@atrium/contract'
import { developmentVersion, manifestName } from './agreement.ts'
import type { Registry, RegistryEntry } from './schema.ts'

/** An entry whose remote comes from a machine that builds it: nothing else stands in for it but in safe mode. */
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

/** The registry as it counts where remotes run from the user's own machine; what has expired counts no more. */
export const withOverrides = (registry: Registry, overrides: readonly Override[]): Registry => ({
  remotes: registry.remotes.map((entry) => {
    const override = overrides.find(
      ({ name, expireTime }) => name === entry.name && Date.parse(expireTime) > Date.now(),
    )
    return override ? overridden(entry, override.origin) : entry
  }),
})
