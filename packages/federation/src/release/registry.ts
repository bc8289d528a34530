import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { Registry, type RegistryEntry } from '../registry/schema.ts'

/** Returns the folder of a remote's releases, relative to the served folder and to the server's root. */
export const releasesOf = (remote: string): string => `remotes/${remote}`

/** Reads the manifest of a build. */
export async function readManifest(built: string) {
  const text = await readFile(join(built, manifestName), 'utf8')
  return { manifest: ReleaseManifest.parse(JSON.parse(text)), integrity: integrityOf(text) }
}

/** Builds the registry entry of a remote whose only release is the given build. */
async function entryOf(built: string): Promise<RegistryEntry> {
  const { manifest, integrity } = await readManifest(built)
  const { name, version, routes } = manifest
  const address = `/${releasesOf(name)}/${version}/${manifestName}`
  return {
    name,
    routes,
    active: version,
    suite: version,
    releases: { [version]: { manifest: address, integrity } },
  }
}

/**
 * Builds the registry of the suite's own remotes.
 * @param built build folder of each remote
 * @throws if two remotes claim the same route
 */
export const makeRegistry = async (built: readonly string[]): Promise<Registry> =>
  Registry.parse({ remotes: await Promise.all(built.map(entryOf)) })
