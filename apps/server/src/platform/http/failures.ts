import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FaultStatus, fault, rejected } from './envelope.ts'
import { commonHeaders } from './headers.ts'
import { Overloaded, Rejection } from './rejection.ts'
import { initialState } from './request-state.ts'

/**
 * Codes of Node and PostgreSQL for a database that cannot be reached now, or is too slow: class 08 connection
 * exceptions, 25006 a standby behind a pooler, 53300 too many connections, 55P03 a lock that was not available in
 * time, 57014 a statement that took too long, 57P01 to 57P05 shutting down, starting or ending idle sessions.
 */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|08\w{3}|25006|53300|55P03|57014|57P0[1235])$/

/** Messages of pg, which has no code for them: a connection broke, timed out or could not be opened. */
const unreachableMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

/** Returns whether a call failed because the database is unavailable, so that a later attempt may succeed. */
const isUnreachable = ({ code, message }: { code?: string; message: string }): boolean =>
  unreachableCodes.test(code ?? '') || unreachableMessages.test(message)

/**
 * Returns whether the client has disconnected. It then causes any later error, such as reading the body or starting
 * to send a file.
 */
const hasHungUp = (error: FastifyError, { raw }: FastifyRequest, reply: FastifyReply): boolean =>
  (raw.destroyed && !raw.complete) || (reply.raw.destroyed && error.code === 'ERR_STREAM_PREMATURE_CLOSE')

const passedOn: readonly FaultStatus[] = [413, 415, 429, 503]

function statusOf(error: FastifyError): FaultStatus {
  if (isUnreachable(error)) return 503
  const { statusCode = 500 } = error
  // Other client errors, such as a path that leaves the served folder, become 404.
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

/** Seconds after which a retry is worthwhile. By then, a lost database is usually back and a rush is over. */
const retryAfter = '5'

/** Sends a fault with its HTTP status; 503 also states when to try again. */
export function sendFault(status: FaultStatus, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.state.code = status
  if (status === 503) reply.header('retry-after', retryAfter)
  // The client need not send the rest of the body.
  if (status === 413) reply.header('connection', 'close')
  return reply.code(status).send(fault(status, request.state.t))
}

/** Returns 404 for an address that cannot be decoded, such as `/%zz`. No hook has run for such a request. */
export const rejectUnreadable = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void =>
  void reply
    .code(404)
    .headers(commonHeaders)
    .send(fault(404, initialState(request, false).t))

/** Returns rejections with HTTP 200 and faults with their own status, both in an envelope. */
export function sendErrors(app: FastifyInstance): void {
  app.setErrorHandler(response)
  app.setNotFoundHandler((request, reply) => sendFault(404, request, reply))
}
