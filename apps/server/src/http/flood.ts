import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../caller/client.ts'

/** The window in which requests of one address are counted, in milliseconds. */
const window = 10_000

/**
 * Turns away floods from one address (429). Generous, since a whole hospital may share an address: the
 * limits of sign-in and of codes are rules of their own, kept in the database. Counted a process.
 * @param limit requests an address and 10 seconds
 */
export async function limitFloods(app: FastifyInstance, limit: number): Promise<void> {
  const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    // By itself it would come after the hooks of a route: behind the database's work, and not for those refused there.
    global: false,
    max: limit,
    timeWindow: window,
    keyGenerator: ({ state }) => addressGroup(state.address),
    hook: 'onRequest',
    addHeaders: quiet,
    addHeadersOnExceeding: quiet,
  })
  app.addHook('onRequest', app.rateLimit())
}
