import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, ReleaseManifest } from '../registry/manifest.ts'
import { Registry, type RegistryEntry } from '../registry/schema.ts'

/** A remote's folder of all its releases, on the suite's own server and below its folder. */
export const releasesOf = (remote: string): string => `remotes/${remote}`

/** Reads the manifest of a build. */
export async function readManifest(built: string) {
  const text = await readFile(join(built, manifestName), 'utf8')
  return { manifest: ReleaseManifest.parse(JSON.parse(text)), integrity: integrityOf(text) }
}

/** What the registry says of a remote whose only release is the one that was built here. */
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
 * Makes the registry of the remotes that were built here.
 * @param built the folder of each remote's build
 * @throws if two remotes claim one route
 */
export const makeRegistry = async (built: readonly string[]): Promise<Registry> =>
  Registry.parse({ remotes: await Promise.all(built.map(entryOf)) })
