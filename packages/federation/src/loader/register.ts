import { entryUrl, type RegistryEntry, type RemoteManifest } from '../registry/index.ts'
import { RemoteLoadError } from './error.ts'
import { federation } from './runtime.ts'

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
