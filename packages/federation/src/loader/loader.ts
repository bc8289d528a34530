import { type Audience, releaseFor, standInsFor } from '../registry/choose.ts'
import type { PageManifest } from '../registry/page-manifest.ts'
import type { Registry, RegistryEntry } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import { type Finding, isLasting, RemoteLoadError } from './error.ts'
import { heedPolicy } from './examine.ts'
import { followRegistry } from './follow.ts'
import { Releases } from './releases.ts'
import { removeRelease, screenFailure } from './stages.ts'
import { pause } from './time.ts'
import { failureOf, pauses, Tries } from './tries.ts'

/** A remote that is on the page. */
export interface LoadedRemote {
  readonly version: string
  readonly routes: readonly RemoteRoute[]
  /** The release that should have come and failed, where this is an earlier one in its place. */
  readonly insteadOf?: { readonly version: string; readonly error: RemoteLoadError } | undefined
}

/** What happened to a remote, for whoever tells the user or the operators. */
export type RemoteEvent =
  /** A screen of it stands, so long after its area was entered. */
  | {
      readonly kind: 'loaded'
      readonly name: string
      readonly version: string
      readonly milliseconds: number
    }
  | {
      readonly kind: 'failed'
      readonly name: string
      readonly version: string
      readonly error: RemoteLoadError
    }
  /** Another release counts than the one that is shown; it comes when the area is entered next. */
  | { readonly kind: 'released'; readonly name: string; readonly version: string }

/** Brings remotes onto the page. */
export interface RemoteLoader {
  /** The remotes that the page has known, as the registry has them now; the same object until they change. */
  registry(): Registry
  /** Calls back after each change of the registry. @returns ends that */
  watchRegistry(changed: () => void): () => void
  /** Asks for the registry, however new what is known is, and waits up to two seconds. Never throws. */
  renewRegistry(): Promise<void>
  /**
   * The remote in the release that counts now. A load under way or done is shared; a release that failed is not tried
   * again for half a minute, unless it was evicted.
   * @throws RemoteLoadError naming the stage
   */
  load(name: string): Promise<LoadedRemote>
  /** The remote, if the release that counts is here already. */
  loaded(name: string): LoadedRemote | undefined
  /** Loads ahead, on a user's intent. Never throws: a failure shows when the screen is entered. */
  preload(name: string): void
  /** Forgets a remote whose code misbehaves, so that the next load fetches it again. */
  evict(name: string): void
  /**
   * Says that a remote is shown, until the function is called that this returns. One that is shown no more, and was
   * replaced, leaves the page.
   */
  show(name: string, remote: LoadedRemote): () => void
  /** Says that a screen of a remote is about to be rendered. @returns says that it will not stand */
  enters(name: string, remote: LoadedRemote): () => void
  /** Says that a screen of a remote stands. @param milliseconds since its area was entered */
  stands(name: string, remote: LoadedRemote, milliseconds: number): void
  /**
   * Gets over an error of a screen: a part that could not be fetched is fetched again with all of its release, or comes
   * with another one that counts by now; for a release of which no screen has stood yet, one that was good stands in.
   * @param cause what the screen threw
   * @returns what to show in its place
   * @throws RemoteLoadError where there is nothing
   */
  recover(name: string, remote: LoadedRemote, cause: unknown): Promise<LoadedRemote>
  /** Asks for the registry, if what is known is old: for pages that stay open for long. */
  refresh(): void
  /** Somebody else uses the page from now on: what was asked for is asked again. */
  forgetAudience(): void
  /** The remotes that are shown, the latest last. */
  shown(): readonly { readonly name: string; readonly version: string }[]
}

export interface RemoteLoaderOptions {
  readonly registry: Registry
  /** Asks for the registry as it is now. Without it the one given stays. */
  readonly refresh?: () => Promise<Registry>
  /** Whose releases they are. */
  readonly audience?: () => Audience
  /** Whether only releases of the suite's own build are to run, for everybody alike. */
  readonly safe?: boolean
  /** Manifests that came with the page, by remote; used for the first load only. */
  readonly manifests?: Readonly<Record<string, PageManifest>>
  /** The release of a remote that this browser ran last without a failure, if it is known. Neither throws. */
  readonly lastGood?: { get(name: string): string | undefined; set(name: string, version: string): void }
  /**
   * Notes that code of a release is about to run, which may freeze the page. Never throws.
   * @returns notes that it has not
   */
  readonly entering?: (release: { readonly name: string; readonly version: string }) => () => void
  /** Never throws. */
  readonly onEvent?: (event: RemoteEvent) => void
}

/** Whether a remote is on the page as, or in place of, a release. */
const isMeantBy = ({ version, insteadOf }: LoadedRemote, wanted: string): boolean =>
  (insteadOf?.version ?? version) === wanted

/** Makes the loader of a page. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { manifests = {}, lastGood, onEvent = () => {}, safe = false } = options
  const { entering = () => () => {} } = options
  const audience = (): Audience => ({
    ...(options.audience?.() ?? { tenants: [], bucket: 0 }),
    safe,
  })
  const releases = new Releases()
  const tries = new Tries({ releases, manifests, entering, onEvent })
  const loading = new Map<string, Promise<LoadedRemote>>()
  const here = new Map<string, LoadedRemote>()
  /** Of each remote whose screen is about to stand, what says that the page has not frozen. */
  const entered = new Map<string, () => void>()
  heedPolicy()

  const versionOf = (entry: RegistryEntry): string => releaseFor(entry, audience())
  const announced = new Map<string, string>()
  const registry = followRegistry({
    first: options.registry,
    refresh: options.refresh,
    impersonal: safe,
    changed: (entry) => {
      const { name } = entry
      const version = versionOf(entry)
      const present = here.get(name)
      const shown = releases.isShown(name) && !releases.isShown(name, version)
      if (!shown || !present || isMeantBy(present, version)) announced.delete(name)
      else if (announced.get(name) !== version) announce(name, version)
    },
  })

  const announce = (name: string, version: string): void => {
    announced.set(name, version)
    onEvent({ kind: 'released', name, version })
    // So that the next screen of the area can be the new release's at once.
    preload(name)
  }

  /** A release that was good, in place of one that fails. */
  const standIn = async (entry: RegistryEntry, wanted: string): Promise<LoadedRemote | undefined> => {
    const { name } = entry
    const present = here.get(name)
    for (const version of standInsFor(entry, wanted, audience(), lastGood?.get(name))) {
      if (releases.refusalOf(name, version)) continue
      if (present?.version === version) return present
      const remote = await tries.once(entry, version).catch((cause: unknown) => {
        releases.leaveAlone(name, version, failureOf(name, cause))
      })
      if (remote) return remote
    }
    return undefined
  }

  const entryOf = async (name: string): Promise<RegistryEntry> => {
    const fail = (cause: unknown, finding?: Finding): never => {
      const error = new RemoteLoadError('registry', name, cause, finding)
      onEvent({ kind: 'failed', name, version: '', error })
      throw error
    }
    const entry = await registry.entry(name).catch((cause: unknown) => fail(cause, { fault: 'away' }))
    return entry ?? fail('the registry does not know it')
  }

  /** The release that counts, else one that was good before. */
  const bring = async (name: string): Promise<LoadedRemote> => {
    const entry = await entryOf(name)
    const version = versionOf(entry)
    const present = here.get(name)
    if (present && isMeantBy(present, version)) return present
    try {
      const refusal = releases.refusalOf(name, version)
      if (refusal) throw refusal
      return await tries.often(entry, version)
    } catch (cause) {
      const error = failureOf(name, cause)
      const remote = await standIn(entry, version)
      if (!remote) throw error
      return { ...remote, insteadOf: { version, error } }
    }
  }

  /** Takes those releases of a remote off the page that are neither shown nor the one to be shown next. */
  const sweep = (name: string): void => {
    if (loading.has(name)) return
    for (const { version, release } of releases.onPage(name)) {
      if (releases.isShown(name, version) || here.get(name)?.version === version) continue
      removeRelease(release)
      releases.of(name, version).release = undefined
    }
  }

  const keep = (name: string, remote: LoadedRemote): LoadedRemote => {
    here.set(name, remote)
    return remote
  }

  const load = (name: string): Promise<LoadedRemote> => {
    const underWay = loading.get(name)
    if (underWay) return underWay
    const present = loaded(name)
    if (present) return Promise.resolve(present)
    const promise = bring(name)
      .then(
        (remote) => keep(name, remote),
        (cause: unknown) => {
          throw failureOf(name, cause)
        },
      )
      .finally(() => {
        if (loading.get(name) === promise) loading.delete(name)
        sweep(name)
      })
    loading.set(name, promise)
    return promise
  }

  const loaded = (name: string): LoadedRemote | undefined => {
    const remote = here.get(name)
    const entry = registry.fresh(name)
    return remote && entry && isMeantBy(remote, versionOf(entry)) ? remote : undefined
  }

  const preload = (name: string): void => void load(name).catch(() => undefined)

  /** Has a release that is here fetched anew when it is loaded next. */
  const drop = (name: string, version: string): void => {
    const state = releases.of(name, version)
    state.failed = true
    state.stood = false
    if (here.get(name)?.version === version) here.delete(name)
  }

  /** Has one that was good stand in for a release whose code throws before any screen of it has stood. */
  const replace = async (name: string, version: string, error: RemoteLoadError, stood: boolean) => {
    const entry = stood ? undefined : await registry.entry(name).catch(() => undefined)
    const remote = entry && (await standIn(entry, version))
    // Another screen of it may do better, and is given the chance.
    if (!remote) throw error
    releases.leaveAlone(name, version, error)
    drop(name, version)
    return keep(name, { ...remote, insteadOf: { version, error } })
  }

  return {
    registry: registry.served,
    watchRegistry: registry.watch,
    renewRegistry: registry.renew,
    load,
    loaded,
    preload,
    evict: (name) => {
      const remote = here.get(name)
      if (remote) drop(name, remote.version)
      releases.endRefusals(name)
      registry.expire()
    },
    show: (name, remote) => {
      const { version, insteadOf } = remote
      const hide = releases.show(name, version)
      // What it stands in for was left alone for long enough: it is tried again, and comes when the area is entered next.
      if (insteadOf && here.get(name) === remote && !releases.refusalOf(name, insteadOf.version)) {
        here.delete(name)
        preload(name)
      }
      return () => {
        hide()
        sweep(name)
      }
    },
    enters: (name, { version }) => {
      const end = entering({ name, version })
      entered.set(name, end)
      return end
    },
    stands: (name, { version, insteadOf }, milliseconds) => {
      entered.get(name)?.()
      const state = releases.of(name, version)
      state.tries = 0
      if (state.stood) return
      state.stood = true
      if (!insteadOf && !safe) lastGood?.set(name, version)
      onEvent({ kind: 'loaded', name, version, milliseconds })
    },
    recover: async (name, { version }, cause) => {
      entered.get(name)?.()
      const error = await screenFailure(name, cause)
      const state = releases.of(name, version)
      const { stood } = state
      const again = pauses[state.tries + 1]
      if (error.stage === 'module' && !isLasting(error) && again) {
        state.tries += 1
        drop(name, version)
        await pause(again)
        return load(name)
      }
      onEvent({ kind: 'failed', name, version, error })
      if (error.stage === 'render') return replace(name, version, error, stood)
      drop(name, version)
      releases.leaveAlone(name, version, error)
      // Its files may be gone because another one counts by now.
      registry.expire()
      return load(name)
    },
    refresh: () => {
      for (const { name } of releases.shown())
        if (!registry.fresh(name)) void registry.entry(name).catch(() => {})
    },
    forgetAudience: () => {
      registry.reset()
      loading.clear()
      announced.clear()
    },
    shown: () => releases.shown(),
  }
}
