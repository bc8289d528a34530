import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from '../caller/client.ts'

/** Window in which the requests of an address are counted, in milliseconds. */
const window = 10_000

/** Maximum number of requests per address in 10 seconds: for calls, and for files, which are everything else. */
export interface FloodLimits {
  readonly requests: number
  readonly files: number
}

/** Returns whether a request is for a file. Files are counted separately, so that loading pages uses up no calls. */
const isForFile = ({ url }: FastifyRequest): boolean => !/^\/(api|oidc)\//.test(url)

/**
 * Rejects floods from one address (429). The limit is generous, since a whole hospital may share an address. Sign-in
 * and codes have limits of their own, stored in the database. Each process counts separately.
 */
export async function limitFloods(app: FastifyInstance, { requests, files }: FloodLimits): Promise<void> {
  const quiet = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    // Added as a hook below. A global limit would run after the hooks of a route, which query the database and reject
    // some requests.
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
