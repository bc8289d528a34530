/** A call that never came to an answer: no connection, too late, or an HTTP status other than 200. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** The HTTP status, where there was one. */
  readonly status: number | undefined

  constructor(cause: unknown, status?: number) {
    super(status === undefined ? 'No answer' : `HTTP status ${status}`, { cause })
    this.status = status
  }
}
