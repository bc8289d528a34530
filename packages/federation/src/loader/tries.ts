import type { PageManifest } from '../registry/page-manifest.ts'
import type { RegistryEntry } from '../registry/schema.ts'
import { isLasting, RemoteLoadError } from './error.ts'
import type { LoadedRemote, RemoteEvent, RemoteLoaderOptions } from './loader.ts'
import type { Releases } from './releases.ts'
import { fetchRelease, initContainer, loadEntry, loadRoutes, releaseOfPage } from './stages.ts'
import { pause } from './time.ts'

/** How long to wait before each try of a release, in milliseconds. */
export const pauses = [0, 500, 2000]

/** After this time no further try begins: what stands in is not to be waited for any longer. Milliseconds. */
const triesFor = 15_000

export const failureOf = (name: string, cause: unknown): RemoteLoadError =>
  cause instanceof RemoteLoadError ? cause : new RemoteLoadError('module', name, cause)

interface TriesOptions {
  /** What the page knows of releases. */
  readonly releases: Releases
  /** Manifests that came with the page, by remote; used for the first load only. */
  readonly manifests: Readonly<Record<string, PageManifest>>
  readonly entering: NonNullable<RemoteLoaderOptions['entering']>
  /** Told where a release has failed for good. */
  readonly onEvent: (event: RemoteEvent) => void
}

/** Brings releases onto the page, through all stages. */
export class Tries {
  private readonly options: TriesOptions

  constructor(options: TriesOptions) {
    this.options = options
  }

  /** Brings a release by one try. @throws RemoteLoadError naming the stage */
  async once(entry: RegistryEntry, version: string): Promise<LoadedRemote> {
    const { name } = entry
    const { releases, manifests, entering } = this.options
    const state = releases.of(name, version)
    const address = entry.releases[version]
    if (!address) throw new RemoteLoadError('registry', name, `the registry has no release ${version}`)
    const afresh = state.failed
    const carried = afresh ? undefined : manifests[name]
    const end = entering({ name, version })
    try {
      const release =
        carried?.version === version
          ? releaseOfPage(name, address, carried)
          : await fetchRelease(name, address)
      const container = await loadEntry(release, afresh)
      state.release = release
      await initContainer(release, container)
      const routes = await loadRoutes(release, container)
      state.failed = false
      return { version, routes }
    } catch (cause) {
      state.failed = true
      throw cause
    } finally {
      end()
    }
  }

  /** Brings a release by several tries; one for which all fail is left alone for a while. @throws RemoteLoadError */
  async often(entry: RegistryEntry, version: string): Promise<LoadedRemote> {
    const { name } = entry
    const { releases, onEvent } = this.options
    const deadline = performance.now() + triesFor
    let last = failureOf(name, 'it was not tried')
    for (const milliseconds of pauses) {
      if (performance.now() > deadline) break
      if (milliseconds > 0) await pause(milliseconds)
      try {
        return await this.once(entry, version)
      } catch (cause) {
        last = failureOf(name, cause)
        if (isLasting(last)) break
      }
    }
    releases.leaveAlone(name, version, last)
    onEvent({ kind: 'failed', name, version, error: last })
    throw last
  }
}
