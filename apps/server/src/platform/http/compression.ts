import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings: ['br', 'gzip'] = ['br', 'gzip']
export type Encoding = (typeof encodings)[number]

/** Minimum length of a response that is compressed, in bytes. Shorter responses gain nothing. */
const minLength = 1024

/**
 * Maximum length of a response that is compressed synchronously, in bytes. This takes less than a millisecond; longer
 * responses are compressed in another thread.
 */
const maxLengthAtOnce = 32 * 1024

/**
 * Maximum number of responses that are compressed at once. Each needs megabytes of memory, and a thread that file
 * reads need too.
 */
const atOnce = 2

/** Fast brotli for responses. The built files are compressed at the best quality beforehand. */
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compressible = /^text\/(?!event-stream)|[+/](?:json|xml|text|javascript|yaml|wasm|octet-stream)(?:;|$)/

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < atOnce) running += 1
  else await new Promise<void>((begin) => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (bytes.length <= maxLengthAtOnce)
    return encoding === 'br' ? brotliCompressSync(bytes, quickBrotli) : gzipSync(bytes)
  return inTurn(() =>
    encoding === 'br' ? promisify(brotliCompress)(bytes, quickBrotli) : promisify(gzip)(bytes),
  )
}

/** Returns the encoding for a response of this length, in bytes; undefined if the response is not compressed. */
export function encodingFor(
  request: FastifyRequest,
  reply: FastifyReply,
  length: number,
): Encoding | undefined {
  const isPlain = reply.statusCode !== 206 && !reply.hasHeader('content-encoding')
  if (!isPlain || length < minLength || !compressible.test(String(reply.getHeader('content-type'))))
    return undefined
  return negotiate(request.headers['accept-encoding'] ?? '', encodings) ?? undefined
}
