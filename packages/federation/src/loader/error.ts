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
