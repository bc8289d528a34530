import type { FastifyInstance } from 'fastify'
import { isReady } from '../database/index.ts'
import { sendFault } from './failures.ts'
import type { Services } from './work.ts'

/** Returns 503 while the server starts: its port is open before the first call can be served. */
export function rejectUntilOpen(app: FastifyInstance, isOpen = () => true): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen() || request.url === '/api/health') return
    return sendFault(503, request, reply)
  })
}

/** For orchestrators: `/health` shows that the process lives, `/ready` that it can serve (503 if not). */
export function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/health', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.get('/ready', { schema: { hide: true } }, async (request, reply) => {
    if (await isReady(services.db)) return { status: 'ok' }
    return sendFault(503, request, reply)
  })
}
