import type { Readable } from 'node:stream'
import { expectedLengthHeader } from '@atrium/contract'
import type { FastifyReply } from 'fastify'

/** A file that a call returns instead of an envelope. It is sent while it is read or created. */
export interface Download {
  /** File name with its extension, in any language. */
  readonly fileName: string
  readonly mediaType: string
  /** Approximate length in bytes. */
  readonly expectedLength: number
  /** Whether the length is exact, so that a client can detect an aborted download. */
  readonly isExact?: boolean
  /** The content. It is destroyed if the client disconnects. */
  readonly content: Readable
}

/** File names that every client accepts as they are. */
const plainName = /^[\w ().,+-]+$/

/**
 * Returns the header that names a file to be saved (RFC 6266). A name in another script is accompanied by an ASCII
 * name for old clients.
 */
function attachmentOf(fileName: string): string {
  if (plainName.test(fileName)) return `attachment; filename="${fileName}"`
  const ascii = fileName.replace(/[^\w ().,+-]/gu, '_')
  // Characters that encodeURIComponent leaves as they are, but RFC 5987 does not allow.
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Sends a file, as fast as the client reads it. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { fileName, mediaType, expectedLength, isExact = false, content } = download
  return reply
    .headers({
      'content-type': mediaType,
      'content-disposition': attachmentOf(fileName),
      [expectedLengthHeader]: String(expectedLength),
      ...(isExact && { 'content-length': String(expectedLength) }),
    })
    .send(content)
}
