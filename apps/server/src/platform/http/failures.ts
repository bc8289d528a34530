import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FaultStatus, fault, rejected } from './envelope.ts'
import { commonHeaders } from './headers.ts'
import { Overloaded, Rejection } from './rejection.ts'
import { initialState } from './request-state.ts'

/**
 * Failures that say that the database cannot be reached now, or is too slow, by Node's and PostgreSQL's codes
 * (class 08 connection exceptions, 25006 a standby where a pooler led to one, 53300 too many connections, 55P03 a lock
 * that did not come in time, 57014 a statement that took too long, 57P01 to 57P05 shutting down, starting or ending idle
 * sessions).
 */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|25006|53300|55P03|57014|57P0[1235])$/

/** Messages of pg, without a code, for a connection that broke, before or between statements, or never came. */
const unreachableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

/** Whether a call failed because the database is away: trying again later may succeed. */
const isUnreachable = ({ code, message }: { code?: string; message: string }): boolean =>
  unreachableCodes.test(code ?? '') || unreachableMessages.test(message)

/**
 * Returns whether the client is gone: errors after that, such as reading the body or beginning to send a file, are not
 * ours.
 */
const hasHungUp = (error: FastifyError, { raw }: FastifyRequest, reply: FastifyReply): boolean =>
  (raw.destroyed && !raw.complete) || (reply.raw.destroyed && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const passedOn: readonly FaultStatus[] = [413, 415, 429, 503]

function statusOf(error: FastifyError): FaultStatus {
  if (isUnreachable(error)) return 503
  const { statusCode = 500 } = error
  // What else a client can do wrong, such as a path that leaves the served folder, leads nowhere.
  return passedOn.find((status) => status === statusCode) ?? (statusCode < 500 ? 404 : 500)
}

function response(error: FastifyError | Rejection, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof Rejection)) return responseFault(error, request, reply)
  request.state.code = error.code
  return reply.code(200).send(rejected(error, request.state.t, request.state.area))
}

function responseFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (hasHungUp(error, request, reply)) return reply.hijack()
  const status = statusOf(error)
  if (status >= 500 && !(error instanceof Overloaded)) request.log.error({ err: error }, 'call failed')
  return sendFault(status, request, reply)
}

/** Seconds after which it is worth trying again: a database that was lost is back sooner, as a rule, and a rush is over. */
const retryAfter = '5'

/** Returns a fault with its HTTP status; at 503 with the time to try again. */
export function sendFault(status: FaultStatus, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.state.code = status
  if (status === 503) reply.header('retry-after', retryAfter)
  // What is left of the body need not come.
  if (status === 413) reply.header('connection', 'close')
  return reply.code(status).send(fault(status, request.state.t))
}

/** Returns an address that cannot be read, as `/%zz`: no hook has seen its request, and it leads nowhere. */
export const rejectUnreadable = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  void reply
    .code(404)
    .headers(commonHeaders)
    .send(fault(404, initialState(request, false).t))

/** Returns rejections at HTTP 200 and faults with their status, both with an envelope. */
export function sendErrors(app: FastifyInstance): void {
  app.setErrorHandler(response)
  app.setNotFoundHandler((request, reply) => sendFault(404, request, reply))
}
