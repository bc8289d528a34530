import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../caller/client.ts'

/** The window in which requests of one address are counted, in milliseconds. */
const window = 10_000

/** Requests that an address may make in 10 seconds: for calls, and for files, which is everything else. */
export interface FloodLimits {
  readonly requests: number
  readonly files: number
}

/** Whether a request is for a file. Files are counted apart, so that loading pages uses up no calls. */
const isForFile = ({ url }: FastifyRequest): boolean => !url.startsWith('/api/')

/**
 * Turns away floods from one address (429). Generous, since a whole hospital may share an address: the
 * limits of sign-in and of codes are rules of their own, kept in the database. Counted a process.
 */
export async function limitFloods(app: FastifyInstance, { requests, files }: FloodLimits): Promise<void> {
  const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    // By itself it would come after the hooks of a route: behind the database's work, and not for those rejected there.
    global: false,
    max: (request) => (isForFile(request) ? files : requests),
    timeWindow: window,
    keyGenerator: (request) => `${isForFile(request) ? 'files ' : ''}${addressGroup(request.state.address)}`,
    hook: 'onRequest',
    addHeaders: quiet,
    addHeadersOnExceeding: quiet,
  })
  app.addHook('onRequest', app.rateLimit())
}
