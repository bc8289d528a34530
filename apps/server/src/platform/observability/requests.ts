import { codes, signIn, signInByPhone, ssoSignIn } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callTally } from './call-tally.ts'
import { callDuration, callRejections } from './metrics.ts'
import { sentIdOf, traceIdOf } from './request-ids.ts'
import { currentTracer, type Tracer } from './tracing.ts'

/** How a call is named whose client was gone before it was answered, as nginx does. */
const hungUp = 499

/** How a request ended. */
interface End {
  /** The HTTP status; 499 if the client was gone. */
  readonly status: number
  /** The code of the envelope, if there is one. */
  readonly code: number
}

function endOf({ state }: FastifyRequest, reply: FastifyReply): End {
  if (!reply.raw.writableFinished) return { status: hungUp, code: hungUp }
  return { status: reply.statusCode, code: state.code ?? reply.statusCode }
}

/** A call by which somebody comes in. */
const signIns: ReadonlySet<string> = new Set([signIn, signInByPhone, ssoSignIn].map(({ path }) => path))

/** A rejection by the code of its envelope, which is answered at HTTP 200. */
const isRejected = ({ status, code }: End): boolean => status === 200 && code !== codes.ok

function count(call: string, { method, state }: FastifyRequest, end: End, seconds: number): void {
  callDuration.observe({ call, method, status: `${Math.floor(end.status / 100)}xx` }, seconds)
  const rejected = isRejected(end)
  if (rejected) callRejections.inc({ call, code: end.code })
  const signedIn = signIns.has(call) && end.code === codes.ok
  // A field that is not right is no try.
  const failed = signIns.has(call) && rejected && end.code !== codes.invalid
  callTally.add(state.area ?? 'other', {
    calls: 1,
    errors: end.status >= 500 ? 1 : 0,
    signIns: signedIn ? 1 : 0,
    failedSignIns: failed ? 1 : 0,
  })
}

/** The ids of a request that did not come from a trusted proxy. */
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

/** Requests that machines send all day, and files: nobody looks for their traces. */
const isTraced = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url.startsWith('/api/') && url !== '/api/health' && url !== '/api/ready'

/** Has every call traced, from the first hook to its response's last byte. */
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
    // Fastify itself sees to it that what comes after the body, which arrives outside, is inside again.
    span.run(done)
  })
}

/**
 * Logs, measures and traces every request: who called what from where, how it ended and how long it took; never what was
 * sent.
 */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // The hook after a response does not come where the client has hung up.
    reply.raw.once('close', () => report(request, reply))
  })
  const tracer = currentTracer()
  if (tracer) traceRequests(app, tracer)
}
