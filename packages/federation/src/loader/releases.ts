import type { RemoteLoadError } from './error.ts'
import type { Release } from './stages.ts'

/** How long a release that failed is not tried again by itself, in milliseconds. */
const leftAloneFor = 30_000

/** What a page knows of one release of a remote. */
export interface ReleaseState {
  /** The release, once it is on the page. */
  release?: Release | undefined
  /** Whether it was tried and failed: the next try fetches everything again. */
  failed: boolean
  /** Whether a screen of it has stood since it came. */
  stood: boolean
  /** How often it was fetched anew because of a part that did not come, since a screen of it stood. */
  tries: number
  /** Why it is not tried again before a time of the page's clock. */
  refusal?: { readonly error: RemoteLoadError; readonly until: number } | undefined
}

interface Shown {
  readonly name: string
  readonly version: string
}

/** What a page knows of the releases that it has met. */
export class Releases {
  private readonly states = new Map<string, ReleaseState>()
  private readonly places: Shown[] = []

  of(name: string, version: string): ReleaseState {
    const key = `${name} ${version}`
    const state = this.states.get(key) ?? { failed: false, stood: false, tries: 0 }
    this.states.set(key, state)
    return state
  }

  /** The releases of a remote that are on the page. */
  onPage(name: string): { readonly version: string; readonly release: Release }[] {
    return [...this.states].flatMap(([key, { release }]) =>
      release && key.startsWith(`${name} `) ? [{ version: key.slice(name.length + 1), release }] : [],
    )
  }

  /** Has a release that failed left alone for a while. */
  leaveAlone(name: string, version: string, error: RemoteLoadError): void {
    this.of(name, version).refusal = { error, until: performance.now() + leftAloneFor }
  }

  /** Why a release is left alone for now, if it is. */
  refusalOf(name: string, version: string): RemoteLoadError | undefined {
    const { refusal } = this.of(name, version)
    return refusal && refusal.until > performance.now() ? refusal.error : undefined
  }

  /** Lets each release of a remote be tried again, also one that is left alone. */
  endRefusals(name: string): void {
    for (const [key, state] of this.states) if (key.startsWith(`${name} `)) state.refusal = undefined
  }

  /** @returns says that it is shown no more */
  show(name: string, version: string): () => void {
    const place = { name, version }
    this.places.push(place)
    return () => void this.places.splice(this.places.indexOf(place), 1)
  }

  /** Whether a remote is shown, in a release or in any. */
  isShown(name: string, version?: string): boolean {
    return this.places.some((place) => place.name === name && (version ?? place.version) === place.version)
  }

  shown(): readonly Shown[] {
    return this.places
  }
}
