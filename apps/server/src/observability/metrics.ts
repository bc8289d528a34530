import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import type { Connections } from '../database/index.ts'

collectDefaultMetrics()

/** How long calls take, and how they end. */
export const callDuration = new Histogram({
  name: 'atrium_call_duration_seconds',
  help: 'From the request to its answer, by call and by the code of the envelope',
  labelNames: ['call', 'code'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

const measured: { connections?: () => Connections } = {}

/** The pool's state is asked for when the metrics are. */
new Gauge({
  name: 'atrium_database_connections',
  help: 'Connections that are open, those of them that are idle, and queries that wait for one',
  labelNames: ['state'],
  collect() {
    for (const [state, count] of Object.entries(measured.connections?.() ?? {})) this.set({ state }, count)
  },
})

/** Has the pool of this process measured. */
export function measureConnections(connections: () => Connections): void {
  measured.connections = connections
}

/** Everything measured so far, in the text format of Prometheus. */
const metricsText = (): Promise<string> => register.metrics()

const metricsType: string = register.contentType

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
