import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * How long a request may take to arrive, in milliseconds, so that a slow sender does not hold a connection for ever.
 */
const usualLimit = 60_000

/** The same for a file that a product sends, once it is known that the product does, and for a pause in it. */
export const uploadLimit = 3_600_000
const uploadPause = 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const endUnlessWhole = (raw: IncomingMessage) => () => {
  if (!raw.complete) raw.destroy()
}

/**
 * Ends connections over which a body takes too long. Node's own limit is one for all requests: it is that of uploads.
 * @param limit in milliseconds
 */
export function limitArrival(app: FastifyInstance, limit = usualLimit): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasBody(raw)) return
    // What keeps a process is the connection, not its limit.
    const timer = setTimeout(endUnlessWhole(raw), limit).unref()
    timers.set(raw, timer)
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Gives a request the time that a large file takes, as long as something comes. */
export async function allowLongArrival({ raw }: FastifyRequest): Promise<void> {
  clearTimeout(timers.get(raw))
  raw.setTimeout(uploadPause, endUnlessWhole(raw))
}
