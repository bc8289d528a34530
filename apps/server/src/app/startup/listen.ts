import type { FastifyInstance } from 'fastify'
import { StartupError } from '../../platform/database/index.ts'
import { type MetricsAddress, serveMetrics } from '../../platform/observability/metrics.ts'

const adviceOf = (setting: 'HOST' | 'METRICS_HOST'): Record<string, string> => ({
  EADDRINUSE: 'another program uses it; stop that one or choose another port',
  EACCES: 'this user may not use it; choose a port above 1023',
  EADDRNOTAVAIL: `this machine has no such address; correct ${setting}`,
  ENOTFOUND: `there is no such host name; correct ${setting}`,
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

/** Opens the port of the suite. @returns its address @throws StartupError if it cannot be opened */
export const listen = (app: FastifyInstance, host: string, port: number): Promise<string> =>
  listening({ setting: 'HOST', name: `PORT ${port} on ${host}` }, () => app.listen({ host, port }))

const defaultMetricsPort = 9464

interface MetricsOptions extends Pick<MetricsAddress, 'host'> {
  /** 0 for none. By default the usual port is tried, and no metrics are served if it is in use. */
  readonly port: number | undefined
  /** Brings up to date what is only looked at when somebody asks. */
  readonly refresh: () => Promise<unknown>
  /** Called if the default port is in use. */
  readonly onTaken: () => void
}

/** Opens the port of the metrics. @returns how to close it; undefined if there is none */
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
