import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HostDescription, hostDescriptionName, manifestName } from '@atrium/federation/registry'

/** Folders of releases, and the file of trusted keys. */
export interface ReleaseLocations {
  /** Folder of the suite's own build: `shell/`, `remotes/<name>/<version>/` and `remotes.json`. */
  readonly webFolder: string
  /** Folder of all other releases: `<name>/<version>/`. */
  readonly releasesFolder: string
  /** The operator's file of trusted keys; without it no team can publish releases. */
  readonly keysFile: string | undefined
}

/** Folders that contain releases as `<name>/<version>/`, in search order. */
export const releaseFolders = ({ webFolder, releasesFolder }: ReleaseLocations): string[] => [
  join(webFolder, 'remotes'),
  releasesFolder,
]

/** Returns the folder of a release on the suite's own server; undefined if there is none. */
export async function folderOfRelease(
  locations: ReleaseLocations,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<string | undefined> {
  for (const folder of releaseFolders(locations)) {
    const release = join(folder, name, version)
    const isThere = await access(join(release, manifestName)).then(
      () => true,
      () => false,
    )
    if (isThere) return release
  }
  return undefined
}

/** Returns the path of a release's manifest on the suite's own server. */
export const ownAddress = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `/remotes/${name}/${version}/${manifestName}`

/** Returns what the served shell offers to remotes; undefined if no shell was built. */
export async function readHost({ webFolder }: ReleaseLocations): Promise<HostDescription | undefined> {
  const file = join(webFolder, 'shell', hostDescriptionName)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : HostDescription.parse(JSON.parse(text))
}
