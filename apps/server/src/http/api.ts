import type { FastifyInstance } from 'fastify'
import { readBodies } from './body.ts'
import { addCalls } from './calls.ts'
import type { Route } from './execution.ts'
import { limitFloods } from './flood.ts'
import { addHealth } from './health.ts'
import { describeCalls, serveDescription } from './openapi.ts'
import type { Services } from './services.ts'

export interface ApiOptions {
  readonly routes: readonly Route[]
  readonly services: Services
  readonly floodLimit: number
}

/** Everything below `/api`: the calls, their description and the health of the server. */
export async function api(app: FastifyInstance, { routes, services, floodLimit }: ApiOptions): Promise<void> {
  await limitFloods(app, floodLimit)
  await describeCalls(app)
  readBodies(app)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  addHealth(app, services)
  addCalls(app, routes, services)
  await serveDescription(app)
}
