import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codes, type Envelope } from '@atrium/contract'

type Fields = Record<string, unknown>

/** Answers a call: with an envelope's fields, or with HTTP status 500 where it throws. */
export type Answer = (input: Fields) => Partial<Envelope>

export interface ApiServer {
  /** Base of the calls' paths. */
  readonly prefix: string
  /** What was asked, in order. */
  readonly requests: { readonly path: string; readonly input: Fields }[]
  /** Answers a path from now on. */
  readonly on: (path: string, answer: Answer) => void
  readonly close: () => Promise<void>
}

async function inputOf(request: IncomingMessage, url: URL): Promise<Fields> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

/** A server on this machine that answers calls in the API's envelope. */
export async function startApi(): Promise<ApiServer> {
  const answers = new Map<string, Answer>()
  const requests: { path: string; input: Fields }[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const input = await inputOf(request, url)
    requests.push({ path: url.pathname, input })
    try {
      const fields = answers.get(url.pathname)?.(input) ?? { code: codes.notFound }
      const ok = (fields.code ?? codes.ok) === codes.ok
      const envelope = { code: codes.ok, success: ok, isOk: ok, message: '', data: null, ...fields }
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(envelope))
    } catch {
      response.statusCode = 500
      response.end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    prefix: `http://127.0.0.1:${port}`,
    requests,
    on: (path, answer) => {
      answers.set(path, answer)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
