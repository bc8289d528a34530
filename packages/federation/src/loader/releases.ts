import type { RemoteLoadError } from './error.ts'
import type { Release } from './stages.ts'

/** Time for which a failed release is not retried automatically, in milliseconds. */
const pauseAfterFailure = 30_000

/** State of one release on this page. */
interface ReleaseState {
  /** The release; set once its code is on the page. */
  release?: Release | undefined
  /** Whether the last attempt failed, so that the next one fetches every file again. */
  failed: boolean
  /** Whether one of its screens has been shown since it was loaded. */
  shown: boolean
  /** Number of times the release was fetched again because of a missing file, since one of its screens was last shown. */
  refetches: number
  /** Failure after which the release is not retried yet, and the end of the pause (`performance.now()`). */
  paused?: { readonly error: RemoteLoadError; readonly until: number } | undefined
}

interface ShownRelease {
  readonly name: string
  readonly version: string
}

/** Keeps the state of every release that this page has tried. */
export class Releases {
  private readonly states = new Map<string, ReleaseState>()
  private readonly screens: ShownRelease[] = []

  stateOf(name: string, version: string): ReleaseState {
    const key = `${name} ${version}`
    const state = this.states.get(key) ?? { failed: false, shown: false, refetches: 0 }
    this.states.set(key, state)
    return state
  }

  /** Returns the releases of a remote whose code is on the page. */
  onPage(name: string): { readonly version: string; readonly release: Release }[] {
    return [...this.states].flatMap(([key, { release }]) =>
      release && key.startsWith(`${name} `) ? [{ version: key.slice(name.length + 1), release }] : [],
    )
  }

  /** Stops automatic retries of a failed release for a while. */
  pause(name: string, version: string, error: RemoteLoadError): void {
    this.stateOf(name, version).paused = { error, until: performance.now() + pauseAfterFailure }
  }

  /** Returns the failure that paused a release, if the pause has not ended. */
  pausedBy(name: string, version: string): RemoteLoadError | undefined {
    const { paused } = this.stateOf(name, version)
    return paused && paused.until > performance.now() ? paused.error : undefined
  }

  /** Ends the pauses of all releases of a remote. */
  resume(name: string): void {
    for (const [key, state] of this.states) if (key.startsWith(`${name} `)) state.paused = undefined
  }

  /**
   * Marks a release as shown.
   * @returns a function that undoes this
   */
  show(name: string, version: string): () => void {
    const screen = { name, version }
    this.screens.push(screen)
    return () => void this.screens.splice(this.screens.indexOf(screen), 1)
  }

  /** Whether a remote is shown, in the given release or in any release. */
  isShown(name: string, version?: string): boolean {
    return this.screens.some(
      (screen) => screen.name === name && (version ?? screen.version) === screen.version,
    )
  }

  /** Returns the releases that are shown, the most recently shown last. */
  shown(): readonly ShownRelease[] {
    return this.screens
  }
}
