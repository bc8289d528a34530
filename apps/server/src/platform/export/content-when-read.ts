import { Readable } from 'node:stream'

/**
 * Returns a file's content that is created in one piece once somebody reads it.
 * @param create creates the content; its signal is aborted if the client disconnects, which destroys the stream
 */
export function contentWhenRead(create: (signal: AbortSignal) => Promise<Uint8Array>): Readable {
  const stopping = new AbortController()
  return new Readable({
    read() {
      create(stopping.signal).then(
        (bytes) => {
          this.push(bytes)
          this.push(null)
        },
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      stopping.abort()
      done(error)
    },
  })
}
