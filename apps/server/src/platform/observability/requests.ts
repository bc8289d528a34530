import { codes, signIn, signInByPhone, ssoSignIn } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callTally } from './call-tally.ts'
import { callDuration, callRejections } from './metrics.ts'
import { sentIdOf, traceIdOf } from './request-ids.ts'
import { currentTracer, type Tracer } from './tracing.ts'

/** Status of a call whose client disconnected before the response, as in nginx. */
const hungUp = 499

/** Result of a request. */
interface End {
  /** HTTP status; 499 if the client disconnected. */
  readonly status: number
  /** Code of the envelope, if there is one. */
  readonly code: number
}

function endOf({ state }: FastifyRequest, reply: FastifyReply): End {
  if (!reply.raw.writableFinished) return { status: hungUp, code: hungUp }
  return { status: reply.statusCode, code: state.code ?? reply.statusCode }
}

/** Calls that sign a user in. */
const signIns: ReadonlySet<string> = new Set([signIn, signInByPhone, ssoSignIn].map(({ path }) => path))

/** Returns whether a request was rejected: it has HTTP 200 and the code of a rejection in its envelope. */
const isRejected = ({ status, code }: End): boolean => status === 200 && code !== codes.ok

function count(call: string, { method, state }: FastifyRequest, end: End, seconds: number): void {
  callDuration.observe({ call, method, status: `${Math.floor(end.status / 100)}xx` }, seconds)
  const rejected = isRejected(end)
  if (rejected) callRejections.inc({ call, code: end.code })
  const signedIn = signIns.has(call) && end.code === codes.ok
  // A request with an invalid field is not an attempt to sign in.
  const failed = signIns.has(call) && rejected && end.code !== codes.invalid
  callTally.add(state.area ?? 'other', {
    calls: 1,
    errors: end.status >= 500 ? 1 : 0,
    signIns: signedIn ? 1 : 0,
    failedSignIns: failed ? 1 : 0,
  })
}

/** Returns the ids of a request that did not come from a trusted proxy. */
const clientIds = ({ headers, state }: FastifyRequest) =>
  state.isFromProxy ? {} : { clientRequestId: sentIdOf(headers), clientTraceId: traceIdOf(headers) }

function report(request: FastifyRequest, reply: FastifyReply): void {
  const { call, caller, address, traceId } = request.state
  const end = endOf(request, reply)
  const facts = {
    call: call ?? request.url.split('?', 1)[0],
    code: end.code,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: address || undefined,
    traceId,
    ...clientIds(request),
  }
  if (call) {
    count(call, request, end, reply.elapsedTime / 1000)
    request.log.info({ ...facts, caller: caller.userId || undefined }, 'call')
  } else {
    request.log.debug(facts, 'request')
  }
}

/** Returns whether a request is traced. Health checks and files are not, since nobody looks for their traces. */
const isTraced = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url.startsWith('/api/') && url !== '/api/health' && url !== '/api/ready'

/** Traces every call, from the first hook to the last byte of its response. */
function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTraced(request)) return done()
    const { method, headers, routeOptions, state } = request
    const attributes = {
      'http.request.method': method,
      'http.route': routeOptions.url ?? '',
      'atrium.request.id': request.id,
    }
    const span = tracer.open({ name: method, kind: 'server', attributes }, state.isFromProxy ? headers : {})
    state.traceId = span.traceId
    reply.raw.once('close', () => {
      const { status, code } = endOf(request, reply)
      const { call } = request.state
      span.end(
        {
          name: call ? `${method} ${call}` : method,
          attributes: { 'http.response.status_code': status, 'atrium.code': code },
        },
        status >= 500 ? String(status) : undefined,
      )
    })
    // The body arrives outside the span. Fastify ensures that the hooks and the handler after it run inside the span
    // again.
    span.run(done)
  })
}

/**
 * Logs, measures and traces every request: the caller, the call, the address, the result and the duration, but never
 * the content.
 */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // Fastify's hook after a response does not run if the client has disconnected.
    reply.raw.once('close', () => report(request, reply))
  })
  const tracer = currentTracer()
  if (tracer) traceRequests(app, tracer)
}
