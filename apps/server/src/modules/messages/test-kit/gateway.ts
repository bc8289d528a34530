import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request received by the gateway. */
export interface GatewayRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Response of the gateway; undefined leaves the request without a response. */
export interface Result {
  readonly status: number
  readonly body?: string
  readonly headers?: Record<string, string>
}

export interface TestGateway {
  readonly url: string
  readonly port: number
  readonly asked: readonly GatewayRequest[]
  close(): Promise<void>
}

export const gatewayKey = { id: 'atrium', key: 'the key of the tests' } as const

/**
 * Starts an SMS gateway.
 * @param reply returns the gateway's response; 200 by default
 */
export async function startGateway(
  reply: (asked: GatewayRequest) => Result | undefined = () => ({ status: 200 }),
  port = 0,
): Promise<TestGateway> {
  const asked: GatewayRequest[] = []
  const server = createServer(async (request, response) => {
    const entry = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    asked.push(entry)
    const result = reply(entry)
    if (result) response.writeHead(result.status, result.headers).end(result.body ?? '')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://${gatewayKey.id}:${encodeURIComponent(gatewayKey.key)}@127.0.0.1:${address.port}/send`,
    port: address.port,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
