import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callDuration } from './metrics.ts'

function report(request: FastifyRequest, reply: FastifyReply): void {
  const { call, code = reply.statusCode, caller } = request.state
  const facts = {
    call: call ?? request.url.split('?', 1)[0],
    code,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
  if (call) {
    callDuration.observe({ call, code }, reply.elapsedTime / 1000)
    request.log.info({ ...facts, caller: caller.userId || undefined }, 'call')
  } else {
    request.log.debug(facts, 'request')
  }
}

/** Logs and measures every request: who called what, how it ended and how long it took; never what was sent. */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    report(request, reply)
  })
}
