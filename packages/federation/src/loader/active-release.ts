import { type Audience, releaseFor, standInsFor } from '../registry/choose.ts'
import type { RegistryEntry } from '../registry/schema.ts'
import { Attempts, asLoadError } from './attempts.ts'
import { type Finding, RemoteLoadError } from './error.ts'
import type { LiveRegistry } from './live-registry.ts'
import type { Releases } from './releases.ts'
import type { LoadedRemote, RemoteLoaderOptions } from './types.ts'

/** Whether a loaded remote is the wanted release or stands in for it. */
export const represents = ({ version, insteadOf }: LoadedRemote, wanted: string): boolean =>
  (insteadOf?.version ?? version) === wanted

interface ActiveReleaseOptions {
  readonly releases: Releases
  readonly registry: LiveRegistry
  readonly loader: RemoteLoaderOptions
  /** Returns the release that the next screen of a remote runs. */
  readonly current: (name: string) => LoadedRemote | undefined
}

/** Loads the release of a remote that is active for the user, or one that stands in for it. */
export class ActiveRelease {
  private readonly releases: Releases
  private readonly registry: LiveRegistry
  private readonly options: RemoteLoaderOptions
  private readonly current: ActiveReleaseOptions['current']
  private readonly attempts: Attempts

  constructor({ releases, registry, loader, current }: ActiveReleaseOptions) {
    this.releases = releases
    this.registry = registry
    this.options = loader
    this.current = current
    this.attempts = new Attempts({ ...loader, releases })
  }

  /** Returns the version that is active for the user. */
  versionOf(entry: RegistryEntry): string {
    return releaseFor(entry, this.audience())
  }

  /**
   * Loads the active release, or one that stands in for it.
   * @throws RemoteLoadError naming the stage that failed
   */
  async load(name: string): Promise<LoadedRemote> {
    const entry = await this.findEntry(name)
    const version = this.versionOf(entry)
    const current = this.current(name)
    if (current && represents(current, version)) return current
    try {
      const paused = this.releases.pausedBy(name, version)
      if (paused) throw paused
      return await this.attempts.loadWithRetries(entry, version)
    } catch (cause) {
      const error = asLoadError(name, cause)
      const standIn = await this.loadStandIn(entry, version)
      if (!standIn) throw error
      return { ...standIn, insteadOf: { version, error } }
    }
  }

  /**
   * Loads an earlier release to stand in for one that failed.
   * @param failed the version that failed
   * @returns undefined if no other release can be loaded
   */
  async loadStandIn(entry: RegistryEntry, failed: string): Promise<LoadedRemote | undefined> {
    const { name } = entry
    const current = this.current(name)
    for (const version of standInsFor(entry, failed, this.audience(), this.options.lastGood?.get(name))) {
      if (this.releases.pausedBy(name, version)) continue
      if (current?.version === version) return current
      const remote = await this.attempts.loadOnce(entry, version).catch((cause: unknown) => {
        this.releases.pause(name, version, asLoadError(name, cause))
      })
      if (remote) return remote
    }
    return undefined
  }

  /** Finds the registry entry of a remote (stage `registry`). */
  private async findEntry(name: string): Promise<RegistryEntry> {
    const fail = (cause: unknown, finding?: Finding): never => {
      const error = new RemoteLoadError('registry', name, cause, finding)
      this.options.onEvent?.({ kind: 'failed', name, version: '', error })
      throw error
    }
    const entry = await this.registry
      .entry(name)
      .catch((cause: unknown) => fail(cause, { fault: 'unreachable' }))
    return entry ?? fail('the registry has no such remote')
  }

  private audience(): Audience {
    const { audience, safe = false } = this.options
    return { ...(audience?.() ?? { tenants: [], bucket: 0 }), safe }
  }
}
