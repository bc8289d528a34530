import type { Audience } from '../registry/choose.ts'
import type { PageManifest } from '../registry/page-manifest.ts'
import type { Registry } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import type { RemoteLoadError } from './error.ts'

/** A remote that is loaded on the page. */
export interface LoadedRemote {
  readonly version: string
  readonly routes: readonly RemoteRoute[]
  /** The active release, if it failed and this earlier one stands in for it. */
  readonly insteadOf?: { readonly version: string; readonly error: RemoteLoadError } | undefined
}

/** An event of a remote, for the user or the operators. */
export type RemoteEvent =
  /** The first screen of a release is shown, so long after its area was entered. */
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
  /** Another release than the one shown became active. It is used when the area is entered next. */
  | { readonly kind: 'released'; readonly name: string; readonly version: string }

export interface RemoteLoaderOptions {
  readonly registry: Registry
  /** Fetches the current registry. Without it, the registry above is never updated. */
  readonly refresh?: () => Promise<Registry>
  /** The user for whom releases are chosen. */
  readonly audience?: () => Audience
  /** Safe mode: runs only the releases of the suite's own build. */
  readonly safe?: boolean
  /** Manifests embedded in the page, by remote; used for the first load only. */
  readonly manifests?: Readonly<Record<string, PageManifest>>
  /** Stores the last release of a remote that ran without a failure in this browser. Neither function throws. */
  readonly lastGood?: { get(name: string): string | undefined; set(name: string, version: string): void }
  /**
   * Records that code of a release is about to run, which may freeze the page. Never throws.
   * @returns records that it did not
   */
  readonly entering?: (release: { readonly name: string; readonly version: string }) => () => void
  /** Never throws. */
  readonly onEvent?: (event: RemoteEvent) => void
}
