import type { FastifyInstance } from 'fastify'
import { StartupError } from '../../platform/database/index.ts'
import { type MetricsAddress, serveMetrics } from '../../platform/observability/metrics.ts'

const adviceOf = (setting: 'HOST' | 'METRICS_HOST'): Record<string, string> => ({
  EADDRINUSE: 'another program is using it; stop that program or choose another port',
  EACCES: 'this user is not allowed to use it; choose a port above 1023',
  EADDRNOTAVAIL: `this machine has no such address; correct ${setting}`,
  ENOTFOUND: `the host name does not exist; correct ${setting}`,
})

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

interface Endpoint {
  readonly setting: 'HOST' | 'METRICS_HOST'
  readonly name: string
}

async function listening<Result>({ setting, name }: Endpoint, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    const known = adviceOf(setting)[codeOf(error)]
    throw known ? new StartupError(`${name} cannot be opened: ${known}.`) : error
  }
}

/**
 * Starts to listen on the suite's port.
 * @returns its address
 * @throws StartupError if the port cannot be opened
 */
export const listen = (app: FastifyInstance, host: string, port: number): Promise<string> =>
  listening({ setting: 'HOST', name: `PORT ${port} on ${host}` }, () => app.listen({ host, port }))

const defaultMetricsPort = 9464

interface MetricsOptions extends Pick<MetricsAddress, 'host'> {
  /** Port for metrics; 0 for none. By default the usual port is tried; if it is in use, no metrics are served. */
  readonly port: number | undefined
  /** Updates the metrics that are only read on request. */
  readonly refresh: () => Promise<unknown>
  /** Called if the default port is in use. */
  readonly onTaken: () => void
}

/**
 * Starts to listen on the metrics port.
 * @returns a function that closes the port; undefined if there is none
 */
export async function listenForMetrics({
  host,
  port: wanted,
  refresh,
  onTaken,
}: MetricsOptions): Promise<(() => Promise<void>) | undefined> {
  if (wanted === 0) return undefined
  const port = wanted ?? defaultMetricsPort
  try {
    const endpoint: Endpoint = { setting: 'METRICS_HOST', name: `METRICS_PORT ${port} on ${host}` }
    const server = await listening(endpoint, () => serveMetrics({ host, port }, refresh))
    return async () => void server.close()
  } catch (error) {
    if (wanted !== undefined || !(error instanceof StartupError)) throw error
    onTaken()
    return undefined
  }
}
