import { integrityLookup } from '../registry/agreement.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import type { RunnableManifest } from '../registry/page-manifest.ts'
import { fileAddress } from '../registry/remotes.ts'
import { timeout } from './time.ts'

/** Integrity of a file that its manifest does not list. No file has this hash, so the browser does not run it. */
const unknownFile = `sha384-${'A'.repeat(64)}`

/** A release by its name and version. */
export type ReleaseName = Pick<ReleaseManifest, 'name' | 'version'>

interface KnownRelease extends ReleaseName {
  /** Undefined for a development build, whose files are not verified. */
  readonly files: RunnableManifest['files'] | undefined
  /** How often loading was restarted. */
  readonly retries: number
}

/** Every release of this page, by its folder's address. They stay after removal, as their code may still run. */
const known = new Map<string, KnownRelease>()

/** Returns a file's address without the number of the retry. */
const withoutQuery = (url: string): string => url.split('?')[0] ?? url

/** Returns the folder of a file, which identifies its release. */
const folderOf = (url: string): string => fileAddress(withoutQuery(url), '')

/** Returns the release on this page that a file belongs to, if any. @param url the file's absolute address */
export const releaseOfFile = (url: string): ReleaseName | undefined => known.get(folderOf(url))

/** Returns the integrity of a file in its release's manifest; undefined for a file of no release. */
export function integrityOfFile(url: string): string | undefined {
  const release = known.get(folderOf(url))
  return (
    release?.files && (release.files[withoutQuery(url).slice(folderOf(url).length)]?.integrity ?? unknownFile)
  )
}

/** The page's nonce for scripts, if its Content-Security-Policy requires one. */
let nonce: string | undefined

/** Sets the nonce that scripts and styles of releases carry on an embedding page. */
export function setPageNonce(value: string | undefined): void {
  nonce = value
}

type ResourceElement = HTMLScriptElement | HTMLLinkElement

/** Fails a style that takes too long: webpack has a timeout for scripts only. */
function limitTime(link: HTMLLinkElement): void {
  const timer = setTimeout(() => link.onerror?.(new Event('timeout')), timeout)
  for (const end of ['load', 'error']) link.addEventListener(end, () => clearTimeout(timer))
}

/**
 * Fetches a file of a retry from an address of its own. At the same address the browser would join the pending request or
 * take a cached response.
 */
function fetchAgain(element: ResourceElement, url: string, retries: number): void {
  const address = `${url}?try=${retries}`
  if (element instanceof HTMLScriptElement) element.src = address
  else element.href = address
  // Webpack finds an existing style by this attribute.
  element.dataset.href = url
}

/**
 * Sets the integrity of a script or style that is about to be fetched, if it belongs to a release.
 * @param url the file's absolute address
 */
export function demandIntegrity(element: ResourceElement, url: string): void {
  const release = known.get(folderOf(url))
  if (!release) return
  const integrity = integrityOfFile(url)
  if (integrity) element.integrity = integrity
  if (nonce) element.nonce = nonce
  if (release.retries > 0) fetchAgain(element, url, release.retries)
  // The browser verifies the integrity of another origin's file only with CORS.
  if (!url.startsWith(`${window.location.origin}/`)) element.crossOrigin = 'anonymous'
  if (element instanceof HTMLLinkElement) limitTime(element)
}

interface ProtectedRelease {
  /** The manifest's absolute address. */
  readonly address: string
  readonly manifest: ReleaseName & Pick<RunnableManifest, 'files'>
  readonly isDevelopment?: boolean
}

/**
 * Runs the files of a release only with the integrity of its manifest from now on. A development build is not verified.
 * @param isRetry whether it failed before
 */
export function protectRelease(
  { address, manifest, isDevelopment }: ProtectedRelease,
  isRetry = false,
): void {
  const { name, version } = manifest
  const before = known.get(folderOf(address))?.retries ?? 0
  const files = isDevelopment ? undefined : manifest.files
  known.set(folderOf(address), { name, version, files, retries: before + (isRetry ? 1 : 0) })
  Object.assign(globalThis, { [integrityLookup]: demandIntegrity })
}
