import type { PublicProfile } from '@atrium/contract'
import { protectRelease, type Registry, type ReleaseManifest, setPageNonce } from '@atrium/federation'
import type { Embedding } from '@atrium/shared-api'

/** Data about the page and the server that embed.js passes to the host. */
export interface EmbeddedPage {
  /** Origin of the suite's server. */
  readonly origin: string
  /** Folder of the host's own files: an absolute address with a trailing slash. */
  readonly folder: string
  readonly files: ReleaseManifest['files']
  /** The page's nonce for scripts, or ''. */
  readonly nonce: string
  /** Initial language that the page requested. */
  readonly language: string | undefined
  /** Content of the host's own style sheets. */
  readonly styles: Promise<string>
  readonly profile: Promise<PublicProfile>
  readonly registry: Promise<Registry>
  /** Creates the error with which `ready` rejects when a remote is removed before it is shown. */
  readonly takenAway: (remote: string) => Error
  /** Called with the host once it is loaded. */
  readonly ready: (host: Embedding) => void
}

/** Set by embed.js under the name `embeddedMark` of shared-api. Must be set before any module of shared-api runs. */
export const page = (globalThis as unknown as { readonly __atriumEmbed: EmbeddedPage }).__atriumEmbed

// Must run before any other module of the host requests a chunk, so that each chunk is loaded with its integrity and
// the page's nonce.
setPageNonce(page.nonce)
protectRelease({ address: page.folder, manifest: { name: 'embed', version: '', files: page.files } })
