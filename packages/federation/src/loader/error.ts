/** The stages of loading a remote, in order. */
export type RemoteStage = 'registry' | 'manifest' | 'compatibility' | 'entry' | 'init' | 'module' | 'render'

/**
 * A fault that the HTTP status does not show. `slow`: no response in time. `changed`: not the file that was released.
 * `blocked`: the page's Content-Security-Policy forbids the request. `away`: the server does not say which release is
 * active for the user.
 */
export type RemoteFault = 'slow' | 'changed' | 'blocked' | 'away'

/** What is known about a file that failed to load. */
export interface Finding {
  /** HTTP status, if there was a response. */
  readonly status?: number | undefined
  readonly fault?: RemoteFault | undefined
}

/** The failure of a remote to load or to render. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly stage: RemoteStage
  /** The remote's name in the registry. */
  readonly remote: string
  /** HTTP status of the response that failed the stage, if there was one. */
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

/** Statuses that a retry does not change. */
const permanent = [401, 403, 404, 410]

/** Whether a retry cannot succeed. */
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

/** Returns an error, or its cause, if that is a chunk error. */
export const chunkErrorIn = (cause: unknown): ChunkLoadError | undefined =>
  [cause, cause instanceof Error ? cause.cause : undefined].find(isChunkError)
