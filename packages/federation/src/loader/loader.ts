import type { Registry, RegistryEntry } from '../registry/schema.ts'
import { ActiveRelease, represents } from './active-release.ts'
import { asLoadError, pauses } from './attempts.ts'
import { isPermanent, type RemoteLoadError } from './error.ts'
import { watchPolicy } from './examine.ts'
import { LiveRegistry } from './live-registry.ts'
import { Releases } from './releases.ts'
import { removeRelease, screenFailure } from './stages.ts'
import { pause } from './time.ts'
import type { LoadedRemote, RemoteLoaderOptions } from './types.ts'

/** Public interface of the loader. The single-bundle benchmark implements it without federation. */
export type RemoteLoader = Pick<PageLoader, keyof PageLoader>

/** Creates the loader for a page. */
export const createRemoteLoader = (options: RemoteLoaderOptions): RemoteLoader => new PageLoader(options)

/** Loads remotes onto the page, follows their releases and recovers from their failures. */
class PageLoader {
  private readonly options: RemoteLoaderOptions
  private readonly releases = new Releases()
  private readonly liveRegistry: LiveRegistry
  private readonly activeRelease: ActiveRelease
  /** Pending loads, by remote. */
  private readonly loading = new Map<string, Promise<LoadedRemote>>()
  /** The release that the next screen of each remote runs. */
  private readonly current = new Map<string, LoadedRemote>()
  /** The last new version announced, by remote. */
  private readonly announced = new Map<string, string>()
  /** Functions that record that a screen did not freeze the page while it was rendered, by remote. */
  private readonly rendering = new Map<string, () => void>()

  constructor(options: RemoteLoaderOptions) {
    this.options = options
    this.liveRegistry = new LiveRegistry({
      first: options.registry,
      refresh: options.refresh,
      impersonal: options.safe ?? false,
      onEntry: (entry) => this.announceRelease(entry),
    })
    const { releases, liveRegistry: registry } = this
    this.activeRelease = new ActiveRelease({
      releases,
      registry,
      loader: options,
      current: (name) => this.current.get(name),
    })
    this.registry = registry.all
    this.watchRegistry = registry.watch
    watchPolicy()
  }

  /** Returns every remote that the page has known. Returns the same object until the registry changes. */
  readonly registry: () => Registry

  /**
   * Calls back after each change of the registry.
   * @returns a function that unsubscribes
   */
  readonly watchRegistry: (onChange: () => void) => () => void

  /** Fetches the registry even if the known one is fresh, and waits up to two seconds. Never throws. */
  renewRegistry(): Promise<void> {
    return this.liveRegistry.renew()
  }

  /** Refreshes the registry if it is no longer fresh, for pages that stay open for a long time. */
  refresh(): void {
    for (const { name } of this.releases.shown())
      if (!this.liveRegistry.fresh(name)) void this.liveRegistry.entry(name).catch(() => {})
  }

  /** Drops what was loaded for the previous user, when another user takes over the page. */
  forgetAudience(): void {
    this.liveRegistry.reset()
    this.loading.clear()
    this.announced.clear()
  }

  /**
   * Loads the active release of a remote, sharing a pending or finished load. A failed release is not retried for
   * half a minute unless it was evicted.
   * @throws RemoteLoadError naming the stage that failed
   */
  load(name: string): Promise<LoadedRemote> {
    const pending = this.loading.get(name)
    if (pending) return pending
    const loaded = this.loaded(name)
    if (loaded) return Promise.resolve(loaded)
    const promise = this.activeRelease
      .load(name)
      .then(
        (remote) => this.use(name, remote),
        (cause: unknown) => {
          throw asLoadError(name, cause)
        },
      )
      .finally(() => {
        if (this.loading.get(name) === promise) this.loading.delete(name)
        this.removeUnused(name)
      })
    this.loading.set(name, promise)
    return promise
  }

  /** Returns a remote if its active release is loaded. */
  loaded(name: string): LoadedRemote | undefined {
    const remote = this.current.get(name)
    const entry = this.liveRegistry.fresh(name)
    return remote && entry && represents(remote, this.activeRelease.versionOf(entry)) ? remote : undefined
  }

  /** Preloads a remote that the user may enter next. Never throws: a failure is reported when the user enters the area. */
  preload(name: string): void {
    void this.load(name).catch(() => undefined)
  }

  /** Drops a remote, so that the next load fetches all its files again. */
  evict(name: string): void {
    const remote = this.current.get(name)
    if (remote) this.drop(name, remote.version)
    this.releases.resume(name)
    this.liveRegistry.expire()
  }

  /**
   * Marks a remote as shown until the returned function is called. Once a replaced release is no longer shown, it is
   * removed from the page.
   */
  show(name: string, remote: LoadedRemote): () => void {
    const { version, insteadOf } = remote
    const hide = this.releases.show(name, version)
    // The failed release may be retried now: load it for the next time the user enters the area.
    if (insteadOf && this.current.get(name) === remote && !this.releases.pausedBy(name, insteadOf.version)) {
      this.current.delete(name)
      this.preload(name)
    }
    return () => {
      hide()
      this.removeUnused(name)
    }
  }

  /** Returns the remotes that are shown, the most recently shown last. */
  shown(): readonly { readonly name: string; readonly version: string }[] {
    return this.releases.shown()
  }

  /**
   * Records that a screen is about to be rendered.
   * @returns a function that records that the screen is left
   */
  screenStarts(name: string, { version }: LoadedRemote): () => void {
    const end = this.options.entering?.({ name, version }) ?? (() => {})
    this.rendering.set(name, end)
    return end
  }

  /**
   * Records that a screen is shown.
   * @param milliseconds time since its area was entered
   */
  screenShown(name: string, { version, insteadOf }: LoadedRemote, milliseconds: number): void {
    this.rendering.get(name)?.()
    const state = this.releases.stateOf(name, version)
    state.refetches = 0
    if (state.shown) return
    state.shown = true
    const { lastGood, safe, onEvent } = this.options
    if (!insteadOf && !safe) lastGood?.set(name, version)
    onEvent?.({ kind: 'loaded', name, version, milliseconds })
  }

  /**
   * Recovers from a screen's error. If a file is missing, fetches the release again, or a newer one if there is one.
   * If no screen of the release has been shown yet, an earlier release stands in.
   * @param cause the error that the screen threw
   * @returns the remote to show instead
   * @throws RemoteLoadError if no release can be shown
   */
  async recover(name: string, { version }: LoadedRemote, cause: unknown): Promise<LoadedRemote> {
    this.rendering.get(name)?.()
    const error = await screenFailure(name, cause)
    const state = this.releases.stateOf(name, version)
    // Read this before `drop` resets it.
    const wasShown = state.shown
    const milliseconds = pauses[state.refetches + 1]
    if (error.stage === 'module' && !isPermanent(error) && milliseconds) {
      state.refetches += 1
      this.drop(name, version)
      await pause(milliseconds)
      return this.load(name)
    }
    this.options.onEvent?.({ kind: 'failed', name, version, error })
    // A release that has shown a screen is kept: only this screen fails.
    if (error.stage === 'render' && wasShown) throw error
    if (error.stage === 'render') return this.replace(name, version, error)
    this.drop(name, version)
    this.releases.pause(name, version, error)
    // The files may be gone because a newer release is active.
    this.liveRegistry.expire()
    return this.load(name)
  }

  /**
   * Replaces a release whose code throws with an earlier one.
   * @throws the given error if there is no earlier release
   */
  private async replace(name: string, version: string, error: RemoteLoadError): Promise<LoadedRemote> {
    const entry = await this.liveRegistry.entry(name).catch(() => undefined)
    const standIn = entry && (await this.activeRelease.loadStandIn(entry, version))
    if (!standIn) throw error
    this.releases.pause(name, version, error)
    this.drop(name, version)
    return this.use(name, { ...standIn, insteadOf: { version, error } })
  }

  private use(name: string, remote: LoadedRemote): LoadedRemote {
    this.current.set(name, remote)
    return remote
  }

  /** Drops a release, so that its next load fetches it again. */
  private drop(name: string, version: string): void {
    const state = this.releases.stateOf(name, version)
    state.failed = true
    state.shown = false
    if (this.current.get(name)?.version === version) this.current.delete(name)
  }

  /** Removes those releases of a remote from the page that are neither shown nor used by its next screen. */
  private removeUnused(name: string): void {
    if (this.loading.has(name)) return
    for (const { version, release } of this.releases.onPage(name)) {
      if (this.releases.isShown(name, version) || this.current.get(name)?.version === version) continue
      removeRelease(release)
      this.releases.stateOf(name, version).release = undefined
    }
  }

  /**
   * Announces a release that became active while another release of the remote is shown, and preloads it for the next
   * screen.
   */
  private announceRelease(entry: RegistryEntry): void {
    const { name } = entry
    const version = this.activeRelease.versionOf(entry)
    const current = this.current.get(name)
    const isOutdated = this.releases.isShown(name) && !this.releases.isShown(name, version)
    if (!isOutdated || !current || represents(current, version)) {
      this.announced.delete(name)
    } else if (this.announced.get(name) !== version) {
      this.announced.set(name, version)
      this.options.onEvent?.({ kind: 'released', name, version })
      this.preload(name)
    }
  }
}
