import { type Call, codes, type Envelope, expectedLengthHeader } from '@atrium/contract'
import { asTransportFailure, type Endpoint, envelopeOf, sendRequest } from './request.ts'

/** A file from the server. */
export interface DownloadedFile {
  /** File name chosen by the server. */
  readonly fileName: string
  readonly blob: Blob
}

/** Receives the progress of a download, from 0 to 1. It is 1 only when the file is complete. */
export type OnProgress = (share: number) => void

/** Maximum progress of an incomplete file, because its length is only an estimate. */
const nearlyAll = 0.99

/** Returns the file name of an attachment. The Unicode name takes precedence over the ASCII one (RFC 6266). */
function nameIn(disposition: string | null): string | undefined {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;\s]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : disposition?.match(/filename="([^"]+)"/)?.[1]
}

/** Reads a body in pieces. The browser stores them, on disk if there are many. */
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
 * @returns an envelope with the file as its data, or the server's envelope with a rejection
 * @throws TransportFailure if the response is missing or incomplete; AbortError when aborted
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
