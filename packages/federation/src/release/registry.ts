import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Registry } from '../registry/schema.ts'
import { registryEntryName } from '../webpack/registry-entry.ts'

/** Address of a remote's folder on the suite's own server. */
export const servedAt = (remote: string): string => `/remotes/${remote}/`

/**
 * Makes the registry of the remotes that were built here.
 * @param dist where each remote's build is, by name
 * @throws if two remotes claim one route
 */
export async function makeRegistry(dist: ReadonlyMap<string, string>): Promise<Registry> {
  const remotes = await Promise.all(
    [...dist].map(async ([name, folder]) => ({
      ...JSON.parse(await readFile(join(folder, registryEntryName), 'utf8')),
      manifest: `${servedAt(name)}mf-manifest.json`,
    })),
  )
  return Registry.parse({ remotes })
}
