import type { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A file in a zip: its text, or how to begin reading it when its turn comes. */
export interface ZipEntry {
  readonly path: string
  readonly content: string | (() => Readable)
  /** Of deflate: 1 is the quickest, 9 the smallest. */
  readonly level?: number
}

/** The balance of size and time for XML, which repeats itself. */
const usualLevel = 6

function add(zip: ZipFile, output: PassThrough, { path, content, level = usualLevel }: ZipEntry): void {
  if (typeof content === 'string') {
    zip.addBuffer(Buffer.from(content), path)
    return
  }
  zip.addReadStreamLazy(path, { compressionLevel: level }, (begin) => {
    if (output.destroyed) return
    const stream = content()
    stream.once('error', (error) => output.destroy(error))
    output.once('close', () => stream.destroy())
    begin(null, stream)
  })
}

/**
 * A zip that is made while it is read, no faster: what is waiting to be read is all that is kept of it. What
 * destroys it destroys the stream that it is reading, and the other way round.
 */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  // The library makes one, and declares less.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error) => output.destroy(error))
  // Entries are begun before anybody reads. Who reads later finds the error in the stream; nobody must be ended by it.
  output.on('error', () => undefined)
  for (const entry of entries) add(zip, output, entry)
  zip.end()
  return output
}
