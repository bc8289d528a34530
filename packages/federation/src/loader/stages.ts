import { getInstance, getRemoteEntry, getRemoteInfo, type ModuleFederation } from '@module-federation/runtime'
import { hostApi, styleTaker } from '../registry/agreement.ts'
import type { ReleaseManifest } from '../registry/manifest.ts'
import { fileAddress, isDevelopmentBuild, isManifest } from '../registry/remotes.ts'
import type { ReleaseAddress } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import { chunkErrorIn, type Finding, RemoteLoadError } from './error.ts'
import { examine, fetchText, findingOf } from './examine.ts'
import { demandIntegrity, protectRelease } from './integrity.ts'
import { inTime, TooSlow, timeout } from './time.ts'

/** The page's federation runtime, made by the shell's own build before its first line runs. */
export function federation(): ModuleFederation {
  const instance = getInstance()
  if (!instance) throw new Error('The page has no federation runtime: the shell was not built as a host')
  return instance
}

/** How long the first build of a remote that somebody works on may take, in milliseconds. */
const compilation = 120_000

/** One release of a remote on its way onto the page. */
export interface Release {
  /** The remote's name in the registry. */
  readonly name: string
  readonly manifest: ReleaseManifest
  /** The manifest's absolute address. */
  readonly address: string
  /** Whether it is a build that somebody works on, which is run as it comes. */
  readonly isDevelopment: boolean
}

const absolute = (address: string): string => new URL(address, document.baseURI).href

/**
 * Stage `manifest`: fetches the manifest of a release, which is taken only as the registry has it.
 * @throws RemoteLoadError with what is known of the answer
 */
export async function fetchManifest(name: string, release: ReleaseAddress): Promise<Release> {
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

/** The release whose manifest came with the page. */
export const releaseOfPage = (
  name: string,
  { manifest: address }: ReleaseAddress,
  manifest: ReleaseManifest,
): Release => ({ name, manifest, address: absolute(address), isDevelopment: false })

/**
 * Stage `compatibility`: whether this host is one that the release can run on. Which names it takes of shared modules
 * was checked when it was accepted.
 */
export function checkCompatibility({ name, manifest: { needs } }: Release): void {
  if (needs.host !== hostApi)
    throw new RemoteLoadError('compatibility', name, `it needs host ${needs.host}, this is ${hostApi}`)
  const offered = federation().shareScopeMap.default ?? {}
  const missing = Object.keys(needs.parts).filter((module) => !(module in offered))
  if (missing.length > 0)
    throw new RemoteLoadError('compatibility', name, `the host does not have ${missing.join(', ')}`)
}

/** A container as the federation runtime knows it. */
const containerOf = ({ manifest: { container }, address }: Release) => ({
  // Two releases of one remote are two containers.
  name: container.global,
  entryGlobalName: container.global,
  entry: fileAddress(address, container.entry),
  type: 'global' as const,
})

/** The runtime's script elements are made here: each under the integrity of its release. */
export const demandIntegrityOfEntries = {
  name: 'demand-integrity-of-entries',
  createScript: ({ url }: { readonly url: string }) => {
    const script = document.createElement('script')
    script.src = url
    demandIntegrity(script, url)
    return { script, timeout }
  },
}

/** The runtime's own way to forget a container. Its types hide it: by the official one it warns that it does. */
interface Forgetful {
  removeRemote(remote: { readonly name: string }): void
}

/** The global variables of a container: itself, and the chunks that have come for it. */
const globalsOf = (container: string): string[] => [container, `webpackChunk${container}`]

/** Forgets a container with all that came for it, so that the next load fetches everything again. */
function forgetContainer(name: string): void {
  const { options, remoteHandler } = federation()
  const known = options.remotes.find((remote) => remote.name === name)
  if (!known) return
  const forgetful = remoteHandler as unknown as Forgetful
  forgetful.removeRemote(known)
  // A variable of a script stays, but not what it holds.
  for (const variable of globalsOf(name)) {
    if (!Reflect.deleteProperty(globalThis, variable)) Object.assign(globalThis, { [variable]: undefined })
  }
}

/** Takes a release that is not shown any more off the page: its container, its code and its styles. */
export function removeRelease({ manifest, address }: Release): void {
  forgetContainer(manifest.container.global)
  const folder = fileAddress(address, '')
  for (const link of document.querySelectorAll('link')) if (link.href.startsWith(folder)) link.remove()
}

/** How the runtime says that a script did not come, and not that it failed when it ran. */
const scriptMissing = /ScriptNetworkError/
const scriptLate = /timed out/

/** What is known of an entry that could not be loaded. */
async function findingOfEntry(cause: unknown, entry: string): Promise<Finding> {
  const message = cause instanceof Error ? cause.message : ''
  if (cause instanceof TooSlow || scriptLate.test(message)) return { fault: 'slow' }
  return scriptMissing.test(message) ? examine(entry) : {}
}

/** Has the files of the first screen fetched beside the entry, which asks for them only once it has come itself. */
function fetchAhead({ manifest, address }: Release): void {
  // The head of somebody else's page is not the suite's, and styles come another way there.
  if (styleTaker in globalThis) return
  const { scripts, styles } = manifest.exposes.routes
  for (const file of [...scripts, ...styles]) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = scripts.includes(file) ? 'script' : 'style'
    demandIntegrity(link, fileAddress(address, file))
    link.href = fileAddress(address, file)
    document.head.append(link)
  }
}

/**
 * Stage `entry`: loads the script that holds the release's container.
 * @param afresh forgets what an earlier load left, so that this and the next stages fetch again
 */
export async function loadEntry(release: Release, afresh: boolean): Promise<void> {
  const container = containerOf(release)
  try {
    const known = federation().options.remotes.find(({ name }) => name === container.name)
    // The same version at another address is another release, as far as the page knows.
    if (afresh || (known && 'entry' in known && known.entry !== container.entry))
      forgetContainer(container.name)
    protectRelease(release, afresh)
    if (!afresh) fetchAhead(release)
    federation().registerRemotes([container])
    await inTime(getRemoteEntry({ origin: federation(), remoteInfo: getRemoteInfo(container) }))
  } catch (cause) {
    throw new RemoteLoadError('entry', release.name, cause, await findingOfEntry(cause, container.entry))
  }
}

/** Stage `init`: has the container take the host's shared modules. */
export async function initContainer(release: Release): Promise<void> {
  const id = `${release.manifest.container.global}/routes`
  try {
    const { module } = await federation().remoteHandler.getRemoteModuleAndOptions({ id })
    await inTime(module.init(id))
  } catch (cause) {
    throw new RemoteLoadError('init', release.name, cause, await findingOf(cause, undefined))
  }
}

/** Stage `module`: takes the remote's routes out of its container, with the chunks they need. */
export async function loadRoutes({ name, manifest }: Release): Promise<readonly RemoteRoute[]> {
  try {
    const id = `${manifest.container.global}/routes`
    const module = await inTime(federation().loadRemote<{ routes: readonly RemoteRoute[] }>(id))
    if (!Array.isArray(module?.routes)) throw new Error('the remote exposes no routes')
    return module.routes
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
