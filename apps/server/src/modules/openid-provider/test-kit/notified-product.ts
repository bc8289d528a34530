import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A product's server, which receives the provider's notices of ended sessions. */
export async function startNotifiedProduct() {
  const tokens: string[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request))
    if (status === 200) tokens.push(sent.get('logout_token') ?? '')
    response.writeHead(status).end()
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return {
    logoutUrl: `http://127.0.0.1:${port}/back-channel-logout`,
    /** Tokens that it accepted, oldest first. */
    tokens,
    respondWith: (next: number) => {
      status = next
    },
    /** Stops listening. */
    close,
    /** Listens again at the same address. */
    reopen: () => listen(port),
  }
}

export type NotifiedProduct = Awaited<ReturnType<typeof startNotifiedProduct>>
