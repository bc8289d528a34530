import type { FastifyInstance } from 'fastify'
import { isReady } from '../database/index.ts'
import { sendFault } from './failures.ts'
import type { Services } from './work.ts'

/** Rejects requests with 503 while the server starts. Its port is open before the first call can be served. */
export function rejectUntilOpen(app: FastifyInstance, isOpen = () => true): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen() || request.url === '/api/health') return
    return sendFault(503, request, reply)
  })
}

/**
 * Adds the routes for orchestrators: `/health` shows that the process is running, `/ready` that it can serve calls
 * (503 if not).
 */
export function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/ready', { schema: { hide: true } }, async (request, reply) => {
    if (await isReady(services.db)) return { status: 'ok' }
    return sendFault(503, request, reply)
  })
}
