import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseRejection } from '@atrium/contract'
import { readSuiteRegistry } from '@atrium/federation/html'
import {
  integrityOf,
  isDevelopmentBuild,
  manifestName,
  type RegistryEntry,
  type ReleaseManifest,
} from '@atrium/federation/registry'
import { folderOfRelease, type ReleaseLocations } from './locations.ts'
import { filesRejection, readManifest } from './rejections.ts'
import { wrongFiles } from './release-files.ts'

/** Release of the suite's own build. */
export interface OwnRelease {
  readonly manifest: ReleaseManifest
  /** Manifest text as it is served. */
  readonly text: string
  readonly integrity: string
  readonly address: string
}

/** Release whose files differ from the build. */
export interface BrokenRelease {
  readonly name: string
  readonly version: string
  readonly refusals: readonly ReleaseRejection[]
}

type Address = Exclude<RegistryEntry['releases'][string], { development: true }>

async function read(
  locations: ReleaseLocations,
  { name, active: version }: RegistryEntry,
  { manifest: address, integrity }: Address,
): Promise<OwnRelease | BrokenRelease> {
  const folder = await folderOfRelease(locations, { name, version })
  const text = folder && (await readFile(join(folder, manifestName), 'utf8').catch(() => undefined))
  if (!folder || text === undefined || integrityOf(text) !== integrity)
    return { name, version, refusals: [filesRejection([manifestName])] }
  const manifest = readManifest(text)
  if ('reason' in manifest) return { name, version, refusals: [manifest] }
  const wrong = await wrongFiles(folder, manifest.files)
  if (wrong.length > 0) return { name, version, refusals: [filesRejection(wrong)] }
  return { manifest, text, integrity, address }
}

/**
 * Reads the releases of the suite's own build, except those under development. Incomplete releases are returned
 * separately, so that they do not affect the others.
 * @param isWanted selects releases by id; all by default
 */
export async function ownReleases(
  locations: ReleaseLocations,
  isWanted: (id: string) => boolean = () => true,
): Promise<{ readonly whole: OwnRelease[]; readonly broken: BrokenRelease[] }> {
  const { remotes } = await readSuiteRegistry(locations.webFolder)
  const found = await Promise.all(
    remotes.map(async (entry) => {
      const release = entry.releases[entry.active]
      if (!release || isDevelopmentBuild(release) || !isWanted(`${entry.name}@${entry.active}`)) return []
      return [await read(locations, entry, release)]
    }),
  )
  const all = found.flat()
  return {
    whole: all.filter((one) => 'manifest' in one),
    broken: all.filter((one) => 'refusals' in one),
  }
}
