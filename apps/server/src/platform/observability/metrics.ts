import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { version } from './program.ts'

collectDefaultMetrics()

new Gauge({
  name: 'atrium_build_info',
  help: 'Always 1; the labels have the versions of this process and of Node.js',
  labelNames: ['version', 'node'],
}).set({ version, node: process.versions.node }, 1)

/** Duration of calls. Each label value adds 14 lines to the histogram, so codes of rejections have a separate counter. */
export const callDuration = new Histogram({
  name: 'atrium_call_duration_seconds',
  help: 'Time from request to response, by call, method and class of the HTTP status; 4xx also if the client disconnected',
  labelNames: ['call', 'method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

/** Number of calls that a rule rejected, which have HTTP 200. */
export const callRejections = new Counter({
  name: 'atrium_call_refusals_total',
  help: 'Rejected calls, by call and code of the envelope',
  labelNames: ['call', 'code'],
})

/** Client connections that the server closed. */
export const connectionsClosed = new Counter({
  name: 'atrium_connections_closed_total',
  help: 'Client connections that this process closed, by reason: unread, pipelined, or displaced or full at the limit',
  labelNames: ['reason'],
})

const measuredClients: { open?: () => number } = {}

new Gauge({
  name: 'atrium_connections',
  help: 'Open client connections of this process',
  collect() {
    this.set(measuredClients.open?.() ?? 0)
  },
})

/** Sets the source for the number of open client connections. */
export function measureOpenConnections(open: () => number): void {
  measuredClients.open = open
}

/** Connections of a pool, and queries that wait for one. */
export interface Connections {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

const measured: { connections?: () => Connections } = {}

/** The state of the pool is read when the metrics are requested. */
new Gauge({
  name: 'atrium_database_connections',
  help: 'Database connections of this process: open, idle (included in open), and queries waiting for a connection',
  labelNames: ['state'],
  collect() {
    for (const [state, count] of Object.entries(measured.connections?.() ?? {})) this.set({ state }, count)
  },
})

/** Sets the source for the state of this process's pool. */
export function measureConnections(connections: () => Connections): void {
  measured.connections = connections
}

/** Source of a list or an export: the replica, or the primary with the reason. */
export type ReplicaOutcome = 'replica' | 'own_write' | 'behind' | 'away' | 'failed' | 'refused'

/** Counts nothing without a replica. */
export const replicaReads = new Counter({
  name: 'atrium_database_replica_reads_total',
  help: 'Lists and exports meant for the replica: served by it, or the reason why the primary served them',
  labelNames: ['outcome'],
})

const measuredLag: { seconds?: () => number | undefined } = {}

/** Absent without a replica, and while it does not respond. */
new Gauge({
  name: 'atrium_database_replica_lag_seconds',
  help: 'Maximum age of the replica’s data in seconds; absent while the replica does not respond or its age is unknown',
  collect() {
    this.remove()
    const seconds = measuredLag.seconds?.()
    if (seconds !== undefined) this.set(seconds)
  },
})

/** Sets the source for the lag of this process's replica, in seconds. */
export function measureReplica(seconds: () => number | undefined): void {
  measuredLag.seconds = seconds
}

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/**
 * Serves `/api/metrics` for Prometheus on a separate port. There is no session: everyone who can reach the port may
 * read the metrics.
 * @param refresh updates the gauges that are read only for a scrape
 * @throws EADDRINUSE if the port is taken
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  refresh: () => Promise<unknown> = async () => {},
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/api/metrics') return response.writeHead(404).end()
    await refresh()
    const text = await register.metrics()
    response.writeHead(200, { 'content-type': register.contentType }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
