import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Maximum time for a request to arrive, in milliseconds, so that a slow sender does not occupy a connection for ever.
 */
const usualLimit = 60_000

/**
 * Maximum time for a file from a product to arrive once the product is identified, and for a pause in it, in
 * milliseconds.
 */
export const uploadLimit = 3_600_000
const uploadPause = 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const closeUnlessComplete = (raw: IncomingMessage) => () => {
  if (!raw.complete) raw.destroy()
}

/**
 * Closes connections over which a body takes too long. Node has a single limit for all requests, which is the one for
 * uploads.
 * @param limit in milliseconds
 */
export function limitArrival(app: FastifyInstance, limit = usualLimit): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasBody(raw)) return
    // The connection keeps the process alive, so the timer need not.
    const timer = setTimeout(closeUnlessComplete(raw), limit).unref()
    timers.set(raw, timer)
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Extends the time limit of a request to that of a large file, as long as data keeps arriving. */
export async function allowLongArrival({ raw }: FastifyRequest): Promise<void> {
  clearTimeout(timers.get(raw))
  raw.setTimeout(uploadPause, closeUnlessComplete(raw))
}
