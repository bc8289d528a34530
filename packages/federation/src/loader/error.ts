/** The steps of bringing a remote onto the page, in their order. */
export type RemoteStage = 'registry' | 'manifest' | 'compatibility' | 'entry' | 'init' | 'module' | 'render'

/**
 * What was the matter with an answer, where its status does not say it: it did not come in time, it is not the file that
 * was released, the page's policy keeps the browser from asking for it, or nobody says now which release counts for the
 * user.
 */
export type RemoteFault = 'slow' | 'changed' | 'blocked' | 'away'

/** What is known of a file that did not come. */
export interface Finding {
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined
  readonly fault?: RemoteFault | undefined
}

/** A remote that could not be brought onto the page. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly stage: RemoteStage
  /** The remote's name in the registry. */
  readonly remote: string
  /** HTTP status of the answer that failed the stage, where there was one. */
  readonly status: number | undefined
  readonly fault: RemoteFault | undefined

  constructor(stage: RemoteStage, remote: string, cause: unknown, { status, fault }: Finding = {}) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`Remote ${remote} failed at stage ${stage}: ${reason}`, { cause })
    this.stage = stage
    this.remote = remote
    this.status = status
    this.fault = fault
  }
}

/** The answers that are the same however often one asks. */
const lasting = [401, 403, 404, 410]

/** What no further try can change. */
export const isLasting = ({ stage, status = 0 }: RemoteLoadError): boolean =>
  stage === 'registry' || stage === 'compatibility' || lasting.includes(status)

/** What webpack throws when a script or style of a remote could not be fetched. */
export interface ChunkLoadError extends Error {
  /** `timeout`, `error`, or `missing` for a script that came and did not bring what it should. */
  readonly type?: string
  /** The address that was asked for. */
  readonly request?: string
}

const isChunkError = (cause: unknown): cause is ChunkLoadError =>
  cause instanceof Error && cause.name === 'ChunkLoadError'

/** The chunk error itself, or the one that an error has as its cause. */
export const chunkErrorIn = (cause: unknown): ChunkLoadError | undefined =>
  [cause, cause instanceof Error ? cause.cause : undefined].find(isChunkError)
