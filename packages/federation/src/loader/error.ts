/** Stages of loading a remote, in order. */
export type RemoteStage = 'registry' | 'manifest' | 'compatibility' | 'entry' | 'init' | 'module' | 'render'

/**
 * A fault that the HTTP status does not show. `slow`: no response in time. `changed`: the file differs from the
 * released one. `blocked`: the page's Content-Security-Policy forbids the request. `unreachable`: the server did not
 * respond, so the release that is active for the user is unknown.
 */
export type RemoteFault = 'slow' | 'changed' | 'blocked' | 'unreachable'

/** Findings about a file that failed to load. */
export interface Finding {
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined
  readonly fault?: RemoteFault | undefined
}

/** A remote failed to load or to render. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly stage: RemoteStage
  /** Name of the remote in the registry. */
  readonly remote: string
  /** HTTP status of the response that made the stage fail, if there was one. */
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

/** HTTP statuses for which a retry is pointless. */
const permanent = [401, 403, 404, 410]

/** Whether a retry is sure to fail again. */
export const isPermanent = ({ stage, status = 0 }: RemoteLoadError): boolean =>
  stage === 'registry' || stage === 'compatibility' || permanent.includes(status)

/** The error that webpack throws when a script or style of a remote fails to load. */
export interface ChunkLoadError extends Error {
  /** `timeout`, `error`, or `missing` for a script that loaded without defining its chunk. */
  readonly type?: string
  /** The requested address. */
  readonly request?: string
}

const isChunkError = (cause: unknown): cause is ChunkLoadError =>
  cause instanceof Error && cause.name === 'ChunkLoadError'

/** Returns the error or its cause, whichever is a chunk error. */
export const chunkErrorIn = (cause: unknown): ChunkLoadError | undefined =>
  [cause, cause instanceof Error ? cause.cause : undefined].find(isChunkError)
