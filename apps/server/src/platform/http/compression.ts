import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings: ['br', 'gzip'] = ['br', 'gzip']
export type Encoding = (typeof encodings)[number]

/** Shorter responses gain nothing. In bytes, as below. */
const minLength = 1024

/** Shorter responses are compressed synchronously, in less than a millisecond; longer ones in another thread. */
const maxLengthAtOnce = 32 * 1024

/** How many are compressed at once: each takes megabytes, and a thread that file reads need too. */
const atOnce = 2

/** On-the-fly brotli: the built files are compressed at its best beforehand. */
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

/** Returns how a response of so many bytes is compressed; undefined if it is not. */
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
