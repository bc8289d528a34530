import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { expectedLengthHeader } from '@atrium/contract'
import { installProfile, profile } from '../profile.ts'

/** A request as the server received it. */
export interface SeenRequest {
  readonly method: string
  /** Path below the API prefix, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Response of the test server: an envelope or another body, an error status, or a file. */
export interface Result {
  readonly status?: number
  readonly body?: unknown
  readonly file?: SentFile
}

/** A file as the suite's server sends it. If a piece throws, the connection breaks off. */
export interface SentFile {
  readonly name: string
  /** Length announced in the header, in bytes. */
  readonly expectedLength: number
  readonly pieces: AsyncIterable<string>
}

/** Returns an envelope like that of the suite's server. */
export const envelope = (code: number, message: string, data: unknown = null, more: object = {}): Result => ({
  body: { code, success: code === 200, isOk: code === 200, message, data, ...more },
})

async function sendFile(outgoing: ServerResponse, { name, expectedLength, pieces }: SentFile): Promise<void> {
  outgoing.writeHead(200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
    [expectedLengthHeader]: expectedLength,
  })
  await pipeline(pieces, outgoing).catch(() => outgoing.destroy())
}

/**
 * Starts a real server on a free port and directs the profile's API prefix to it.
 * @param response returns the response to each request
 * @returns the requests that the server received, and a function that stops it
 */
export async function startApi(response: (request: SeenRequest) => Result | Promise<Result>) {
  const seen: SeenRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    let text = ''
    for await (const part of incoming) text += part
    const url = new URL(incoming.url ?? '/', 'http://api')
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname.replace('/api', ''),
      query: url.searchParams,
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    seen.push(request)
    const { status = 200, body, file } = await response(request)
    if (file) return sendFile(outgoing, file)
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  installProfile({ ...profile(), apiPrefix: `http://127.0.0.1:${port}/api` })
  return {
    seen,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}
