import type { FastifyInstance } from 'fastify'

/**
 * Lets the connections of requests in flight end with their answers once the server is told to stop; kept
 * alive, they would hold the stop up until they time out.
 */
export function endWithLastAnswers(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}
