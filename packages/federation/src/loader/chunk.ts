import { RemoteLoadError } from './error.ts'
import { statusOf } from './status.ts'

/** What webpack throws when a script or style of a remote could not be fetched. */
interface ChunkLoadError extends Error {
  /** The address that was asked for. */
  readonly request?: string
}

const isChunkError = (cause: unknown): cause is ChunkLoadError =>
  cause instanceof Error && cause.name === 'ChunkLoadError'

/** What did not come, also where somebody has said in words of their own what was to come. */
const chunkErrorIn = (cause: unknown): ChunkLoadError | undefined =>
  [cause, cause instanceof Error ? cause.cause : undefined].find(isChunkError)

const statusOfChunk = (error: ChunkLoadError | undefined): number | undefined =>
  error?.request ? statusOf(error.request) : undefined

/** The failure of stage `module`, with the status of the file that did not come. */
export const moduleFailure = (remote: string, cause: unknown): RemoteLoadError =>
  new RemoteLoadError('module', remote, cause, statusOfChunk(chunkErrorIn(cause)))

/** The failure of a screen on the page: its code threw, or a part that it fetches when entered did not come. */
export const renderFailure = (remote: string, cause: unknown): RemoteLoadError =>
  chunkErrorIn(cause) ? moduleFailure(remote, cause) : new RemoteLoadError('render', remote, cause)
