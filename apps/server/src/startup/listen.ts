import type { FastifyInstance } from 'fastify'
import { StartupError } from '../database/index.ts'
import { serveMetrics } from '../observability/metrics.ts'

const advice: Record<string, string> = {
  EADDRINUSE: 'another program uses it; stop that one or choose another port',
  EACCES: 'this user may not use it; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; correct HOST',
  ENOTFOUND: 'there is no such host name; correct HOST',
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

async function listening<Result>(place: string, start: () => Promise<Result>): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    const known = advice[codeOf(error)]
    throw known ? new StartupError(`${place} cannot be opened: ${known}.`) : error
  }
}

/** Opens the port of the suite. @returns its address @throws StartupError where it cannot be opened */
export const listen = (app: FastifyInstance, host: string, port: number): Promise<string> =>
  listening(`PORT ${port} on ${host}`, () => app.listen({ host, port }))

const defaultMetricsPort = 9464

/**
 * Opens the port of the metrics.
 * @param wanted 0 for none; where none is named the usual one is tried, and done without if it is taken
 * @param onTaken told that the usual one is
 * @returns how to close it; undefined where there is none
 */
export async function listenForMetrics(
  wanted: number | undefined,
  onTaken: () => void,
): Promise<(() => Promise<void>) | undefined> {
  if (wanted === 0) return undefined
  const port = wanted ?? defaultMetricsPort
  try {
    const server = await listening(`METRICS_PORT ${port}`, () => serveMetrics(port))
    return async () => void server.close()
  } catch (error) {
    if (wanted !== undefined || !(error instanceof StartupError)) throw error
    onTaken()
    return undefined
  }
}
