import type { RegistryEntry } from '../registry/schema.ts'
import { isPermanent, RemoteLoadError } from './error.ts'
import type { Releases } from './releases.ts'
import { fetchRelease, initContainer, loadEntry, loadRoutes, releaseOfPage } from './stages.ts'
import { pause } from './time.ts'
import type { LoadedRemote, RemoteLoaderOptions } from './types.ts'

/** Pause before each attempt to load a release, in milliseconds. */
export const pauses = [0, 500, 2000]

/** Time in milliseconds after which no attempt starts, so that a stand-in is not delayed further. */
const maxDuration = 15_000

/** Converts an error to the failure of a remote. Unknown errors belong to stage `module`. */
export const asLoadError = (name: string, cause: unknown): RemoteLoadError =>
  cause instanceof RemoteLoadError ? cause : new RemoteLoadError('module', name, cause)

type AttemptsOptions = Pick<RemoteLoaderOptions, 'manifests' | 'entering' | 'onEvent'> & {
  readonly releases: Releases
}

/** Loads specific releases through all stages. */
export class Attempts {
  private readonly options: AttemptsOptions

  constructor(options: AttemptsOptions) {
    this.options = options
  }

  /**
   * Loads a release in one attempt.
   * @throws RemoteLoadError naming the stage that failed
   */
  async loadOnce(entry: RegistryEntry, version: string): Promise<LoadedRemote> {
    const { name } = entry
    const { releases, manifests, entering } = this.options
    const address = entry.releases[version]
    if (!address) throw new RemoteLoadError('registry', name, `the registry has no release ${version}`)
    const state = releases.stateOf(name, version)
    const isRetry = state.failed
    const embedded = isRetry ? undefined : manifests?.[name]
    const end = entering?.({ name, version })
    try {
      const release =
        embedded?.version === version
          ? releaseOfPage(name, address, embedded)
          : await fetchRelease(name, address)
      const container = await loadEntry(release, isRetry)
      state.release = release
      await initContainer(release, container)
      const routes = await loadRoutes(release, container)
      state.failed = false
      return { version, routes }
    } catch (cause) {
      state.failed = true
      throw cause
    } finally {
      end?.()
    }
  }

  /**
   * Loads a release in up to three attempts. If all of them fail, pauses the release.
   * @throws RemoteLoadError
   */
  async loadWithRetries(entry: RegistryEntry, version: string): Promise<LoadedRemote> {
    const { name } = entry
    const { releases, onEvent } = this.options
    const deadline = performance.now() + maxDuration
    let error = asLoadError(name, 'no attempt was made')
    for (const milliseconds of pauses) {
      if (performance.now() > deadline) break
      if (milliseconds > 0) await pause(milliseconds)
      try {
        return await this.loadOnce(entry, version)
      } catch (cause) {
        error = asLoadError(name, cause)
        if (isPermanent(error)) break
      }
    }
    releases.pause(name, version, error)
    onEvent?.({ kind: 'failed', name, version, error })
    throw error
  }
}
