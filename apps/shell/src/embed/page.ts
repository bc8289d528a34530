import type { PublicProfile } from '@atrium/contract'
import { protectRelease, type Registry, type ReleaseManifest, setPageNonce } from '@atrium/federation'
import type { Embedding } from '@atrium/shared-api'

/** What embed.js knows of the page and of the server, and hands over to the host that it has brought. */
export interface EmbeddedPage {
  /** Origin of the suite's server. */
  readonly origin: string
  /** The folder of the host's own files, an absolute address that ends in a slash. */
  readonly folder: string
  readonly files: ReleaseManifest['files']
  /** The page's nonce for scripts, where it has one. */
  readonly nonce: string
  /** The language that the page asked for first. */
  readonly language: string | undefined
  /** The host's own style sheets. */
  readonly styles: Promise<string>
  readonly profile: Promise<PublicProfile>
  readonly registry: Promise<Registry>
  /** What `ready` rejects with where a remote was taken away before it was shown. */
  readonly takenAway: (remote: string) => Error
  /** Takes what the host offers. */
  readonly ready: (host: Embedding) => void
}

/** Named by `embeddedMark` of shared-api, of which nothing may run before this. */
export const page = (globalThis as unknown as { readonly __atriumEmbed: EmbeddedPage }).__atriumEmbed

// Before any other module of the host asks for a chunk: each is run only as it was released, under the page's nonce.
setPageNonce(page.nonce)
protectRelease({ address: page.folder, manifest: { name: 'embed', version: '', files: page.files } })
