import { type Call, codes, type Envelope, expectedLengthHeader } from '@atrium/contract'
import { asTransportFailure, type Endpoint, envelopeOf, sendRequest } from './request.ts'

/** A file that the server has sent. */
export interface DownloadedFile {
  /** As the server names it. */
  readonly fileName: string
  readonly blob: Blob
}

/** Receives the progress of a file: from 0 to 1, and 1 only when it is complete. */
export type OnProgress = (share: number) => void

/** Maximum progress of an incomplete file: its length is an estimate. */
const nearlyAll = 0.99

/** The name of an attachment: the one in any script before the one in ASCII (RFC 6266). */
function nameIn(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;\s]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : disposition?.match(/filename="([^"]+)"/)?.[1]
}

/** Reads a body in pieces. The browser stores the pieces, on its disk if there are many. */
async function readBody(response: Response, onProgress: OnProgress): Promise<Blob> {
  const expected = Number(response.headers.get(expectedLengthHeader)) || Number.POSITIVE_INFINITY
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = response.body?.getReader()
  onProgress(0)
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
    pieces.push(next.value)
    length += next.value.length
    onProgress(Math.min(nearlyAll, length / expected))
  }
  onProgress(1)
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}

/**
 * Sends one request for a file.
 * @returns an envelope with the file as its data, or the server's own, which rejects it
 * @throws TransportFailure if neither comes in full; AbortError when aborted
 */
export async function fetchFile(
  call: Call,
  input: object,
  endpoint: Endpoint,
  onProgress: OnProgress,
): Promise<Envelope> {
  const response = await sendRequest(call, input, endpoint)
  const fileName = nameIn(response.headers.get('content-disposition'))
  if (!fileName) return envelopeOf(response, endpoint.signal)
  const blob = await readBody(response, onProgress).catch(
    asTransportFailure(endpoint.signal, response.status),
  )
  const file: DownloadedFile = { fileName, blob }
  return { code: codes.ok, success: true, isOk: true, message: '', data: file }
}
