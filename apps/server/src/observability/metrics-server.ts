import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { metricsText, metricsType } from './metrics.ts'

/** Where metrics are served: to this machine alone, since they need no session. */
const host = '127.0.0.1'

/**
 * Serves `/api/metrics` for Prometheus on a port of its own.
 * @throws EADDRINUSE where the port is taken
 */
export async function serveMetrics(port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/api/metrics') return response.writeHead(404).end()
    const text = await metricsText()
    response.writeHead(200, { 'content-type': metricsType }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
