import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { begin } from './begin.ts'
import { type FaultStatus, fault, refused } from './envelope.ts'
import { ofEverything } from './headers.ts'
import { Refusal } from './refusal.ts'
import { isUnreachable } from './unreachable.ts'

const passedOn: readonly FaultStatus[] = [413, 415, 429, 503]

function statusOf(error: FastifyError): FaultStatus {
  if (isUnreachable(error)) return 503
  const { statusCode = 500 } = error
  // What else a client can do wrong, such as a path that leaves the served folder, leads nowhere.
  return passedOn.find((status) => status === statusCode) ?? (statusCode < 500 ? 404 : 500)
}

function answer(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    request.state.code = error.code
    return reply.code(200).send(refused(error, request.state.t, request.state.labels))
  }
  const status = statusOf(error)
  if (status >= 500) request.log.error({ err: error }, 'call failed')
  request.state.code = status
  return reply.code(status).send(fault(status, request.state.t))
}

/** Answers an address that cannot be read, as `/%zz`: no hook has seen its request, and it leads nowhere. */
export const answerUnreadable = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  void reply
    .code(404)
    .headers(ofEverything)
    .send(fault(404, begin(request).t))

/** Answers refusals at HTTP 200 and faults with their status, both with an envelope. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(answer)
  app.setNotFoundHandler((request, reply) => {
    request.state.code = 404
    return reply.code(404).send(fault(404, request.state.t))
  })
}
