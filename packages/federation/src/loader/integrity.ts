import { integrityLookup } from '../registry/agreement.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import type { RunnableManifest } from '../registry/page-manifest.ts'
import { fileAddress } from '../registry/remotes.ts'
import { timeout } from './time.ts'

/** What a file's integrity is set to where its release does not know it: nothing has this hash, so nothing runs. */
const unknownFile = `sha384-${'A'.repeat(64)}`

/** A release by the names that it goes by. */
export type ReleaseName = Pick<ReleaseManifest, 'name' | 'version'>

interface KnownRelease extends ReleaseName {
  /** Of a build that somebody works on there are none: what comes is run as it is. */
  readonly files: RunnableManifest['files'] | undefined
  /** How often it was begun anew to load it. */
  readonly tries: number
}

/** The releases that have come to the page, by the folder that their files are in. They stay: so does their code. */
const known = new Map<string, KnownRelease>()

/** A file's address without the number of the try. */
const plain = (url: string): string => url.split('?')[0] ?? url

/** The folder of a file, by which its release is known. */
const folderOf = (url: string): string => fileAddress(plain(url), '')

/** The release that a file belongs to, if one on this page has it. @param url the file's absolute address */
export const releaseOfFile = (url: string): ReleaseName | undefined => known.get(folderOf(url))

/** The integrity that a file has by its release; undefined where it is of none. */
export function integrityOfFile(url: string): string | undefined {
  const release = known.get(folderOf(url))
  return release?.files && (release.files[plain(url).slice(folderOf(url).length)]?.integrity ?? unknownFile)
}

/** The page's nonce for scripts, where its Content-Security-Policy asks for one. */
let nonce: string | undefined

/** Has scripts of releases carry the nonce of a page that is not the suite's own. */
export function setPageNonce(given: string | undefined): void {
  nonce = given
}

type Fetching = HTMLScriptElement | HTMLLinkElement

/** Has a style that does not come fail in time: unlike for scripts, what fetches it waits for ever. */
function limitTime(link: HTMLLinkElement): void {
  const timer = setTimeout(() => link.onerror?.(new Event('timeout')), timeout)
  for (const end of ['load', 'error']) link.addEventListener(end, () => clearTimeout(timer))
}

/**
 * Has a file of a further try fetched from an address of its own: at the same one the browser would have it wait for the
 * answer that did not come before, or take what it has kept of it.
 */
function fetchAnew(element: Fetching, url: string, tries: number): void {
  const address = `${url}?try=${tries}`
  if (element instanceof HTMLScriptElement) element.src = address
  else element.href = address
  // By which webpack finds a style that is there.
  element.dataset.href = url
}

/**
 * Sets the integrity of a script or a style that is about to be fetched, if it is a file of a release.
 * @param url the file's absolute address
 */
export function demandIntegrity(element: Fetching, url: string): void {
  const release = known.get(folderOf(url))
  if (!release) return
  const integrity = integrityOfFile(url)
  if (integrity) element.integrity = integrity
  if (nonce) element.nonce = nonce
  if (release.tries > 0) fetchAnew(element, url, release.tries)
  // A file of another server is checked only where that server allows it to be read.
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
 * From here on the files of a release are run only as its manifest has them; those of a build that somebody works on as
 * they come.
 * @param afresh whether it was tried before and failed
 */
export function protectRelease({ address, manifest, isDevelopment }: ProtectedRelease, afresh = false): void {
  const { name, version } = manifest
  const before = known.get(folderOf(address))?.tries ?? 0
  const files = isDevelopment ? undefined : manifest.files
  known.set(folderOf(address), { name, version, files, tries: before + (afresh ? 1 : 0) })
  Object.assign(globalThis, { [integrityLookup]: demandIntegrity })
}
