import type { Readable } from 'node:stream'
import { expectedLengthHeader } from '@atrium/contract'
import type { FastifyReply } from 'fastify'

/** A file that a call returns instead of an envelope, sent while it is read or made. */
export interface Download {
  /** With its extension, in any language. */
  readonly fileName: string
  readonly mediaType: string
  /** About how many bytes it will have. */
  readonly expectedLength: number
  /** Whether the size is exact: then a client can distinguish an aborted download from a short one. */
  readonly isExact?: boolean
  /** Destroyed where the client hangs up. */
  readonly content: Readable
}

/** What every client takes for the name of a file as it is. */
const plainName = /^[\w ().,+-]+$/

/** Names a file to be saved (RFC 6266). A name in another script gets a second one for clients that know only ASCII. */
function attachmentOf(fileName: string): string {
  if (plainName.test(fileName)) return `attachment; filename="${fileName}"`
  const ascii = fileName.replace(/[^\w ().,+-]/gu, '_')
  // What encodeURIComponent leaves and RFC 5987 does not allow.
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Sends a file, as fast as the client takes it. */
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
