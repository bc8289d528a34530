import { integrityLookup } from '../registry/agreement.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import type { RunnableManifest } from '../registry/page-manifest.ts'
import { fileAddress } from '../registry/remotes.ts'
import { timeout } from './time.ts'

/** Integrity of a file that its manifest does not list. No file has this hash, so the browser does not run it. */
const unknownFile = `sha384-${'A'.repeat(64)}`

/** Name and version of a release. */
export type ReleaseName = Pick<ReleaseManifest, 'name' | 'version'>

interface KnownRelease extends ReleaseName {
  /** Integrity of each file; undefined for a development build, whose files are not verified. */
  readonly files: RunnableManifest['files'] | undefined
  /** Number of times that loading was restarted. */
  readonly retries: number
}

/**
 * Every release on this page, by the address of its folder. Entries stay after a release is removed, because its code
 * may still run.
 */
const known = new Map<string, KnownRelease>()

/** Returns a file's address without the retry number. */
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

/** Sets the nonce for scripts and styles of releases on an embedding page. */
export function setPageNonce(value: string | undefined): void {
  nonce = value
}

type ResourceElement = HTMLScriptElement | HTMLLinkElement

/** Makes a style fail if it takes too long. Webpack has a timeout for scripts only. */
function limitTime(link: HTMLLinkElement): void {
  const timer = setTimeout(() => link.onerror?.(new Event('timeout')), timeout)
  for (const end of ['load', 'error']) link.addEventListener(end, () => clearTimeout(timer))
}

/**
 * Retries a file under a new address. At the same address the browser would join the pending request or use a cached
 * response.
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
  // Browsers verify the integrity of a file from another origin only with CORS.
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
 * Registers a release, so that its files run only with the integrity in its manifest. Files of a development build
 * are not verified.
 * @param isRetry whether an earlier attempt failed
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
