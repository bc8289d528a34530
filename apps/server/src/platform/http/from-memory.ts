import { ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expectedLengthHeader } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress, type Encoding, encodingFor } from './compression.ts'

/** Maximum length of a file that is sent from memory, in bytes. Larger files are streamed from the disk. */
const maxFileLength = 4 * 1024 * 1024

/** Maximum length of all files in memory, in bytes, not counting their compressed forms. */
const maxKept = 64 * 1024 * 1024

/**
 * Length of the pieces in which a response is passed to its connection, in bytes, so that a slow client's progress
 * can be seen.
 */
const pieceLength = 64 * 1024

/** Content of a response. */
interface Content {
  readonly bytes: Buffer
  readonly compress: (encoding: Encoding) => Promise<Buffer>
}

const contentOf = (bytes: Buffer): Content => ({ bytes, compress: (encoding) => compress(bytes, encoding) })

/** Reads the content of a file that stays in memory. It is compressed only once. */
async function fileContentOf(path: string): Promise<Content> {
  const bytes = await readFile(path)
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return {
    bytes,
    compress: (encoding) => {
      const found = compressed.get(encoding) ?? compress(bytes, encoding)
      compressed.set(encoding, found)
      return found
    },
  }
}

/** A file in memory, as it was when it was read. */
interface Kept {
  readonly modified: number
  readonly length: number
  readonly content: Promise<Content>
}

/** Recently sent files, latest last. However many clients read a file, it is opened and in memory once. */
class RecentFiles {
  readonly #files = new Map<string, Kept>()
  #length = 0

  /** Returns a file's content; undefined if the file is too large for memory. */
  async read(path: string): Promise<Content | undefined> {
    const { mtimeMs: modified, size: length } = await stat(path)
    if (length > maxFileLength) return undefined
    const known = this.#files.get(path)
    const isSame = known?.modified === modified && known.length === length
    const kept = isSame ? known : { modified, length, content: fileContentOf(path) }
    this.#drop(path)
    this.#files.set(path, kept)
    this.#length += length
    kept.content.catch(() => this.#drop(path))
    for (const oldest of this.#files.keys()) {
      if (this.#length <= maxKept) break
      this.#drop(oldest)
    }
    return kept.content
  }

  #drop(path: string): void {
    this.#length -= this.#files.get(path)?.length ?? 0
    this.#files.delete(path)
  }
}

/** Range of a file for which a stream was opened, both ends included. Node's types omit it. */
type Part = { readonly start?: number; readonly end?: number }

async function read(payload: unknown, files: RecentFiles): Promise<Content | undefined> {
  if (typeof payload === 'string') return contentOf(Buffer.from(payload))
  if (payload instanceof Buffer) return contentOf(payload)
  if (!(payload instanceof ReadStream))
    return payload instanceof Readable ? contentOf(await buffer(payload)) : undefined
  const content = await files.read(String(payload.path))
  if (content === undefined) return undefined
  payload.destroy()
  const { start = 0, end = content.bytes.length - 1 } = payload as Part
  const isWhole = start === 0 && end >= content.bytes.length - 1
  return isWhole ? content : contentOf(content.bytes.subarray(start, end + 1))
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceLength)
    yield bytes.subarray(start, start + pieceLength)
}

/** Returns the Vary header with `accept-encoding` added. */
const withEncoding = (vary: unknown): string =>
  [...new Set([vary ?? [], 'accept-encoding'].flat())].map(String).join(', ')

/** Returns whether a response has no body. */
const isBare = ({ method }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  method === 'HEAD' || statusCode === 304

/**
 * Sends everything except downloads from memory, compressed in advance. A client that reads slowly, or not at all,
 * then occupies no open file and no compressor.
 */
export function sendFromMemory(app: FastifyInstance): void {
  const files = new RecentFiles()
  app.addHook('onSend', async (request, reply, payload) => {
    if (isBare(request, reply) || reply.hasHeader(expectedLengthHeader)) return payload
    const content = await read(payload, files)
    if (content === undefined) return payload
    const encoding = encodingFor(request, reply, content.bytes.length)
    if (encoding) reply.headers({ 'content-encoding': encoding, vary: withEncoding(reply.getHeader('vary')) })
    const bytes = encoding ? await content.compress(encoding) : content.bytes
    reply.header('content-length', bytes.length)
    return bytes.length > pieceLength ? Readable.from(piecesOf(bytes), { objectMode: false }) : bytes
  })
}
