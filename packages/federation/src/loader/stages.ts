import { getInstance, getRemoteEntry, getRemoteInfo, type ModuleFederation } from '@module-federation/runtime'
import { entryUrl, isManifest, type RemoteManifest } from '../registry/remotes.ts'
import type { RegistryEntry } from '../registry/schema.ts'
import type { RemoteRoute } from '../routes.ts'
import { moduleFailure, RemoteLoadError, statusOf } from './error.ts'

/** The page's federation runtime, made by the shell's own build before its first line runs. */
export function federation(): ModuleFederation {
  const instance = getInstance()
  if (!instance) throw new Error('The page has no federation runtime: the shell was not built as a host')
  return instance
}

/** Milliseconds after which a manifest counts as unreachable. */
const timeout = 15_000

/**
 * Stage `manifest`: fetches and checks a remote's manifest, past any cache that did not revalidate it.
 * @throws RemoteLoadError with the HTTP status, if the answer was one
 */
export async function fetchManifest({ name, manifest }: RegistryEntry): Promise<RemoteManifest> {
  const response = await fetch(manifest, { cache: 'no-cache', signal: AbortSignal.timeout(timeout) }).catch(
    (cause: unknown) => {
      throw new RemoteLoadError('manifest', name, cause)
    },
  )
  if (!response.ok) {
    throw new RemoteLoadError('manifest', name, `${manifest} answered ${response.status}`, response.status)
  }
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new RemoteLoadError('manifest', name, cause, response.status)
  })
  if (!isManifest(body)) {
    throw new RemoteLoadError(
      'manifest',
      name,
      `${manifest} is not a module federation manifest`,
      response.status,
    )
  }
  return body
}

/** A remote as the federation runtime knows it. */
export interface RegisteredRemote {
  readonly name: string
  readonly entry: string
  readonly entryGlobalName: string
  readonly type: 'global'
}

/**
 * Stage `register`: tells the federation runtime where a remote's container is.
 * @param afresh evicts what an earlier load left (container, script and share state), so that the next
 *   stages fetch again
 */
export function register(entry: RegistryEntry, manifest: RemoteManifest, afresh: boolean): RegisteredRemote {
  try {
    const remote: RegisteredRemote = {
      name: entry.name,
      entry: entryUrl(manifest, new URL(entry.manifest, document.baseURI).href),
      entryGlobalName: manifest.metaData.globalName,
      type: 'global',
    }
    federation().registerRemotes([{ ...remote }], { force: afresh })
    return remote
  } catch (cause) {
    throw new RemoteLoadError('register', entry.name, cause)
  }
}

/** Stage `container`: loads the script that holds the remote's container. */
export async function loadContainer(remote: RegisteredRemote): Promise<void> {
  try {
    await getRemoteEntry({ origin: federation(), remoteInfo: getRemoteInfo({ ...remote }) })
  } catch (cause) {
    throw new RemoteLoadError('container', remote.name, cause, statusOf(remote.entry))
  }
}

/** Stage `module`: takes the remote's routes out of its container, with the chunks they need. */
export async function loadRoutes({ name }: RegisteredRemote): Promise<readonly RemoteRoute[]> {
  try {
    const module = await federation().loadRemote<{ routes: readonly RemoteRoute[] }>(`${name}/routes`)
    if (!Array.isArray(module?.routes)) throw new Error('the remote exposes no routes')
    return module.routes
  } catch (cause) {
    throw moduleFailure(name, cause)
  }
}
