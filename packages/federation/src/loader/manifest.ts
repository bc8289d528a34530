import { isManifest, type RegistryEntry, type RemoteManifest } from '../registry/index.ts'
import { RemoteLoadError } from './error.ts'

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
