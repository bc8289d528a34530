/** The steps of bringing a remote onto the page, in their order. */
export type RemoteStage = 'registry' | 'manifest' | 'register' | 'container' | 'module' | 'render'

/** A remote that could not be brought onto the page. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly stage: RemoteStage
  /** The remote's name in the registry. */
  readonly remote: string
  /** HTTP status of the answer that failed the stage, where there was one. */
  readonly status: number | undefined

  constructor(stage: RemoteStage, remote: string, cause: unknown, status?: number) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`Remote ${remote} failed at stage ${stage}: ${reason}`, { cause })
    this.stage = stage
    this.remote = remote
    this.status = status
  }
}

/** HTTP status of the latest answer from an address, as the browser's resource timing recorded it. */
export function statusOf(url: string): number | undefined {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[]
  return entries.at(-1)?.responseStatus || undefined
}

/** What webpack throws when a script or style of a remote could not be fetched. */
interface ChunkLoadError extends Error {
  /** The address that was asked for. */
  readonly request?: string
}

const isChunkError = (cause: unknown): cause is ChunkLoadError =>
  cause instanceof Error && cause.name === 'ChunkLoadError'

/** The chunk error itself, or the one that an error has as its cause. */
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
