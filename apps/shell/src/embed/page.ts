import type { PublicProfile } from '@atrium/contract'
import { protectRelease, type Registry, type ReleaseManifest, setPageNonce } from '@atrium/federation'
import type { Embedding } from '@atrium/shared-api'

/** What embed.js knows of the page and the server, and hands to the host. */
export interface EmbeddedPage {
  /** The origin of the suite's server. */
  readonly origin: string
  /** The folder of the host's own files: an absolute address with a trailing slash. */
  readonly folder: string
  readonly files: ReleaseManifest['files']
  /** The page's nonce for scripts, if it has one. */
  readonly nonce: string
  /** The language that the page requested first. */
  readonly language: string | undefined
  /** The host's own style sheets. */
  readonly styles: Promise<string>
  readonly profile: Promise<PublicProfile>
  readonly registry: Promise<Registry>
  /** Creates the error with which `ready` rejects when a remote is removed before it is shown. */
  readonly takenAway: (remote: string) => Error
  /** Receives the host. */
  readonly ready: (host: Embedding) => void
}

/** Set by embed.js under the name `embeddedMark` of shared-api. No module of shared-api may run before it. */
export const page = (globalThis as unknown as { readonly __atriumEmbed: EmbeddedPage }).__atriumEmbed

// Set before any other module of the host requests a chunk: each chunk is loaded with its integrity and the
// page's nonce.
setPageNonce(page.nonce)
protectRelease({ address: page.folder, manifest: { name: 'embed', version: '', files: page.files } })
