import { hostApi, styleTaker } from '../registry/agreement.ts'
import type { Needs } from '../registry/manifest.ts'
import { fromPage, type PageManifest, type RunnableManifest } from '../registry/page-manifest.ts'
import { fileAddress, isDevelopmentBuild, isManifest } from '../registry/remotes.ts'
import type { ReleaseAddress } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import {
  type Container,
  connectContainer,
  type EarlyFiles,
  loadContainer,
  loadModule,
  removeContainer,
  ScriptMissing,
  sharedModulesOfPage,
} from './container.ts'
import { chunkErrorIn, RemoteLoadError } from './error.ts'
import { fetchText, findingOf } from './examine.ts'
import { protectRelease } from './integrity.ts'
import { inTime } from './time.ts'

/** Maximum time for the first build of a development release, in milliseconds. */
const buildTimeout = 120_000

/** A release of a remote that is being loaded. */
export interface Release {
  /** Name of the remote in the registry. */
  readonly name: string
  readonly manifest: RunnableManifest
  /** The manifest's absolute address. */
  readonly address: string
  /** A file with all scripts that the release starts with, if the release has one for the page's language. */
  readonly joined?: string | undefined
  /** Whether it is a development build, whose files are not verified. */
  readonly isDevelopment: boolean
}

const absolute = (address: string): string => new URL(address, document.baseURI).href

/**
 * Fetches the manifest of a release with the integrity in the registry (stage `manifest`).
 * @throws RemoteLoadError
 */
async function fetchManifest(name: string, release: ReleaseAddress) {
  const address = absolute(release.manifest)
  const isDevelopment = isDevelopmentBuild(release)
  const integrity = isDevelopment ? undefined : release.integrity
  try {
    const text = isDevelopment
      ? await fetch(address, { signal: AbortSignal.timeout(buildTimeout) }).then((response) =>
          response.text(),
        )
      : (await fetchText(address, { integrity })).text
    const body: unknown = JSON.parse(text)
    if (!isManifest(body)) throw new Error(`${release.manifest} is not a release manifest`)
    return { name, manifest: body, address, isDevelopment }
  } catch (cause) {
    throw new RemoteLoadError('manifest', name, cause, await findingOf(cause, address, integrity))
  }
}

/**
 * Returns a release whose manifest is embedded in the page. It needs no check: the server embeds only releases that
 * the page's shell can run.
 */
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
 * Checks what can change while a page stays open (stage `compatibility`). The server compares everything else when it
 * accepts a release, and again before it lists the release.
 */
function checkCompatibility(name: string, { host, parts }: Needs): void {
  if (host !== hostApi)
    throw new RemoteLoadError(
      'compatibility',
      name,
      `the release needs host API ${host}, but this page has ${hostApi}`,
    )
  const offered = sharedModulesOfPage()
  const missing = Object.keys(parts).filter((module) => !(module in offered))
  if (missing.length > 0)
    throw new RemoteLoadError('compatibility', name, `the host does not provide ${missing.join(', ')}`)
}

/** Fetches the manifest of a release and checks that this page can run it. */
export async function fetchRelease(name: string, address: ReleaseAddress): Promise<Release> {
  const release = await fetchManifest(name, address)
  checkCompatibility(name, release.manifest.needs)
  return release
}

/** Removes a release from the page: its container, chunks and styles. */
export function removeRelease({ manifest, address }: Release): void {
  removeContainer(manifest.container.global)
  const folder = fileAddress(address, '')
  for (const link of document.querySelectorAll('link')) if (link.href.startsWith(folder)) link.remove()
}

/** Returns the files to fetch together with the entry: the files of the routes, and scripts preloaded by the page. */
function earlyFiles({ manifest, address, joined }: Release): EarlyFiles {
  const of = (file: string) => fileAddress(address, file)
  const { scripts, styles } = manifest.exposes.routes
  const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=script]')]
    .map(({ href }) => href)
    .filter((href) => href.startsWith(of('')) && href !== of(manifest.container.entry))
  return {
    scripts: joined ? [] : [...new Set([...scripts.map(of), ...preloaded])],
    // On an embedding page, the suite's styles do not belong in the page's head.
    styles: styleTaker in globalThis ? [] : styles.map(of),
  }
}

/**
 * Loads the script that defines the release's container (stage `entry`).
 * @param isRetry removes what an earlier attempt loaded, so that this and the following stages fetch everything again
 */
export async function loadEntry(release: Release, isRetry: boolean): Promise<Container> {
  const { name, address, manifest, joined } = release
  const { global, entry } = manifest.container
  const script = fileAddress(address, joined ?? entry)
  try {
    if (isRetry) removeContainer(global)
    protectRelease(release, isRetry)
    const early = isRetry ? { scripts: [], styles: [] } : earlyFiles(release)
    return await inTime(loadContainer(global, script, early))
  } catch (cause) {
    // The release does not count as loaded yet, so its early files are removed here.
    if (!isRetry) removeRelease(release)
    const missing = cause instanceof ScriptMissing ? script : undefined
    throw new RemoteLoadError('entry', name, cause, await findingOf(cause, missing))
  }
}

/** Connects the container to the host's shared modules (stage `init`). */
export async function initContainer({ name }: Release, container: Container): Promise<void> {
  try {
    await inTime(connectContainer(container))
  } catch (cause) {
    throw new RemoteLoadError('init', name, cause, await findingOf(cause, undefined))
  }
}

/** Loads the remote's routes and the chunks they need from its container (stage `module`). */
export async function loadRoutes({ name }: Release, container: Container): Promise<readonly RemoteRoute[]> {
  try {
    const { routes } = (await inTime(loadModule(container, './routes'))) as {
      routes?: readonly RemoteRoute[]
    }
    if (!Array.isArray(routes)) throw new Error('the remote exposes no routes')
    return routes
  } catch (cause) {
    throw await moduleFailure(name, cause)
  }
}

/** Returns an error of stage `module`, with the findings about the file that failed to load. */
async function moduleFailure(remote: string, cause: unknown): Promise<RemoteLoadError> {
  const chunk = chunkErrorIn(cause)
  const finding =
    chunk?.type === 'timeout' ? { fault: 'slow' as const } : await findingOf(cause, chunk?.request)
  return new RemoteLoadError('module', remote, cause, finding)
}

/** Returns the error of a screen whose code threw or whose lazy file failed to load. */
export const screenFailure = async (remote: string, cause: unknown): Promise<RemoteLoadError> =>
  chunkErrorIn(cause) ? moduleFailure(remote, cause) : new RemoteLoadError('render', remote, cause)
