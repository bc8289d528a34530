import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callDuration } from './metrics.ts'

/** How a call is named whose client was gone before it was answered, as nginx does. */
const hungUp = 499

function report(request: FastifyRequest, reply: FastifyReply): void {
  const { call, caller, address } = request.state
  const code = reply.raw.writableFinished ? (request.state.code ?? reply.statusCode) : hungUp
  const facts = {
    call: call ?? request.url.split('?', 1)[0],
    code,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: address || undefined,
  }
  if (call) {
    callDuration.observe({ call, code }, reply.elapsedTime / 1000)
    request.log.info({ ...facts, caller: caller.userId || undefined }, 'call')
  } else {
    request.log.debug(facts, 'request')
  }
}

/** Logs and measures every request: who called what from where, how it ended and how long it took; never what was sent. */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // The hook after a response does not come where the client has hung up.
    reply.raw.once('close', () => report(request, reply))
  })
}
