import type { Readable } from 'node:stream'
import { expectedLengthHeader } from '@atrium/contract'
import type { FastifyReply } from 'fastify'

/** A file that a call answers in place of an envelope, sent while it is being made. */
export interface Download {
  /** In ASCII, with its extension. */
  readonly fileName: string
  readonly mediaType: string
  /** About how many bytes it will have. */
  readonly expectedLength: number
  /** Destroyed where the client hangs up. */
  readonly content: Readable
}

/** How long a client may leave what was sent untouched before it counts as gone, in milliseconds. */
const idleTimeout = 60_000

/** Sends a file, as fast as the client takes it. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { fileName, mediaType, expectedLength, content } = download
  reply.raw.setTimeout(idleTimeout, () => content.destroy(new Error('the client stopped reading the file')))
  return reply
    .headers({
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${fileName}"`,
      [expectedLengthHeader]: String(expectedLength),
    })
    .send(content)
}
