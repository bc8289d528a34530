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
export const metricsText = (): Promise<string> => register.metrics()

export const metricsType: string = register.contentType
