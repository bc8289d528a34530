import { hostApi, styleTaker } from '../registry/agreement.ts'
import type { Needs } from '../registry/manifest.ts'
import { fromPage, type PageManifest, type RunnableManifest } from '../registry/page-manifest.ts'
import { fileAddress, isDevelopmentBuild, isManifest } from '../registry/remotes.ts'
import type { ReleaseAddress } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import {
  bringContainer,
  type Container,
  type FilesAhead,
  forgetContainer,
  moduleOf,
  ScriptMissing,
  sharedByPage,
  startContainer,
} from './container.ts'
import { chunkErrorIn, RemoteLoadError } from './error.ts'
import { fetchText, findingOf } from './examine.ts'
import { protectRelease } from './integrity.ts'
import { inTime } from './time.ts'

/** How long the first build of a remote that somebody works on may take, in milliseconds. */
const compilation = 120_000

/** One release of a remote on its way onto the page. */
export interface Release {
  /** The remote's name in the registry. */
  readonly name: string
  readonly manifest: RunnableManifest
  /** The manifest's absolute address. */
  readonly address: string
  /** The file that stands in for the scripts that it begins with. */
  readonly joined?: string | undefined
  /** Whether it is a build that somebody works on, which is run as it comes. */
  readonly isDevelopment: boolean
}

const absolute = (address: string): string => new URL(address, document.baseURI).href

/**
 * Stage `manifest`: fetches the manifest of a release, which is taken only as the registry has it.
 * @throws RemoteLoadError with what is known of the answer
 */
async function fetchManifest(name: string, release: ReleaseAddress) {
  const address = absolute(release.manifest)
  const isDevelopment = isDevelopmentBuild(release)
  const integrity = isDevelopment ? undefined : release.integrity
  try {
    const text = isDevelopment
      ? await fetch(address, { signal: AbortSignal.timeout(compilation) }).then((answer) => answer.text())
      : (await fetchText(address, { integrity })).text
    const body: unknown = JSON.parse(text)
    if (!isManifest(body)) throw new Error(`${release.manifest} is not the manifest of a release`)
    return { name, manifest: body, address, isDevelopment }
  } catch (cause) {
    throw new RemoteLoadError('manifest', name, cause, await findingOf(cause, address, integrity))
  }
}

/** The release whose manifest came with the page, of whose very shell the server knows that it can run it. */
export const releaseOfPage = (
  name: string,
  { manifest: address }: ReleaseAddress,
  manifest: PageManifest,
): Release => ({
  name,
  manifest: fromPage(name, manifest),
  address: absolute(address),
  joined: manifest.joined,
  isDevelopment: false,
})

/**
 * Stage `compatibility`: whether this host is one that the release can run on. Which names it takes of shared modules
 * was checked when it was accepted.
 */
function checkCompatibility(name: string, { host, parts }: Needs): void {
  if (host !== hostApi)
    throw new RemoteLoadError('compatibility', name, `it needs host ${host}, this is ${hostApi}`)
  const offered = sharedByPage()
  const missing = Object.keys(parts).filter((module) => !(module in offered))
  if (missing.length > 0)
    throw new RemoteLoadError('compatibility', name, `the host does not have ${missing.join(', ')}`)
}

/** A release that the page does not know yet, and that it can run. */
export async function fetchRelease(name: string, address: ReleaseAddress): Promise<Release> {
  const release = await fetchManifest(name, address)
  checkCompatibility(name, release.manifest.needs)
  return release
}

/** Takes a release that is not shown any more off the page: its container, its code and its styles. */
export function removeRelease({ manifest, address }: Release): void {
  forgetContainer(manifest.container.global)
  const folder = fileAddress(address, '')
  for (const link of document.querySelectorAll('link')) if (link.href.startsWith(folder)) link.remove()
}

/** What comes beside the entry: the files of the first screen, and scripts that the page has preloaded, such as its texts. */
function filesAhead({ manifest, address, joined }: Release): FilesAhead {
  const of = (file: string) => fileAddress(address, file)
  const { scripts, styles } = manifest.exposes.routes
  const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')]
    .map(({ href }) => href)
    .filter((href) => href.startsWith(of('')) && href !== of(manifest.container.entry))
  return {
    scripts: joined ? [] : [...new Set([...scripts.map(of), ...preloaded])],
    // Styles come another way to somebody else's page, whose head is not the suite's.
    styles: styleTaker in globalThis ? [] : styles.map(of),
  }
}

/**
 * Stage `entry`: loads the script that holds the release's container.
 * @param afresh forgets what an earlier load left, so that this and the next stages fetch again
 */
export async function loadEntry(release: Release, afresh: boolean): Promise<Container> {
  const { name, address, manifest, joined } = release
  const { global, entry } = manifest.container
  const script = fileAddress(address, joined ?? entry)
  try {
    if (afresh) forgetContainer(global)
    protectRelease(release, afresh)
    const ahead = afresh ? { scripts: [], styles: [] } : filesAhead(release)
    return await inTime(bringContainer(global, script, ahead))
  } catch (cause) {
    // Nobody takes it for being on the page: what came ahead of it goes at once.
    if (!afresh) removeRelease(release)
    const missing = cause instanceof ScriptMissing ? script : undefined
    throw new RemoteLoadError('entry', name, cause, await findingOf(cause, missing))
  }
}

/** Stage `init`: has the container take the host's shared modules. */
export async function initContainer({ name }: Release, container: Container): Promise<void> {
  try {
    await inTime(startContainer(container))
  } catch (cause) {
    throw new RemoteLoadError('init', name, cause, await findingOf(cause, undefined))
  }
}

/** Stage `module`: takes the remote's routes out of its container, with the chunks they need. */
export async function loadRoutes({ name }: Release, container: Container): Promise<readonly RemoteRoute[]> {
  try {
    const { routes } = (await inTime(moduleOf(container, './routes'))) as { routes?: readonly RemoteRoute[] }
    if (!Array.isArray(routes)) throw new Error('the remote exposes no routes')
    return routes
  } catch (cause) {
    throw await moduleFailure(name, cause)
  }
}

/** The failure of stage `module`, with what is known of the file that did not come. */
async function moduleFailure(remote: string, cause: unknown): Promise<RemoteLoadError> {
  const chunk = chunkErrorIn(cause)
  const finding =
    chunk?.type === 'timeout' ? { fault: 'slow' as const } : await findingOf(cause, chunk?.request)
  return new RemoteLoadError('module', remote, cause, finding)
}

/** The failure of a screen on the page: its code threw, or a part that it fetches when entered did not come. */
export const screenFailure = async (remote: string, cause: unknown): Promise<RemoteLoadError> =>
  chunkErrorIn(cause) ? moduleFailure(remote, cause) : new RemoteLoadError('render', remote, cause)
