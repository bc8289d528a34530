import type { Audience } from '../registry/choose.ts'
import type { PageManifest } from '../registry/page-manifest.ts'
import type { Registry } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import type { RemoteLoadError } from './error.ts'

/** A remote that is loaded on the page. */
export interface LoadedRemote {
  readonly version: string
  readonly routes: readonly RemoteRoute[]
  /** The active release that failed, if this earlier release stands in for it. */
  readonly insteadOf?: { readonly version: string; readonly error: RemoteLoadError } | undefined
}

/** An event of a remote, reported to the user or the operators. */
export type RemoteEvent =
  /** The first screen of a release is shown. `milliseconds` is the time since its area was entered. */
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
  /** A release other than the one shown became active. It runs when the user next enters the area. */
  | { readonly kind: 'released'; readonly name: string; readonly version: string }

export interface RemoteLoaderOptions {
  readonly registry: Registry
  /** Fetches the current registry. Without this function, the registry is never updated. */
  readonly refresh?: () => Promise<Registry>
  /** Returns the user and browser for which releases are chosen. */
  readonly audience?: () => Audience
  /** Safe mode: only releases of the suite's own build run. */
  readonly safe?: boolean
  /** Manifests embedded in the page, by remote; used for the first load only. */
  readonly manifests?: Readonly<Record<string, PageManifest>>
  /** Stores, in this browser, the last release of each remote that ran without a failure. Neither function throws. */
  readonly lastGood?: { get(name: string): string | undefined; set(name: string, version: string): void }
  /**
   * Records that code of a release is about to run, which may freeze the page. Never throws.
   * @returns a function that records that the page did not freeze
   */
  readonly entering?: (release: { readonly name: string; readonly version: string }) => () => void
  /** Never throws. */
  readonly onEvent?: (event: RemoteEvent) => void
}
