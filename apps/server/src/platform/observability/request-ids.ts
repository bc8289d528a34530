import type { IncomingHttpHeaders } from 'node:http'
import { uuidv7 } from 'uuidv7'

/** Form of a valid id, which is safe in a log, a header and a page. */
const takenOver = /^[\w.:/+=@-]{1,128}$/

/** Returns the id that a request was sent with, if it is valid. */
export const sentIdOf = ({ 'x-request-id': sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' && takenOver.test(sent) ? sent : undefined

/** The parts of a request that arrive first. */
interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Returns whether a request's connection comes from a trusted proxy. */
export const comesFrom =
  (isTrusted: (address: string) => boolean) =>
  ({ socket }: Pick<Arrival, 'socket'>): boolean =>
    isTrusted(socket.remoteAddress ?? '')

/**
 * Returns the id of a request: the one that a trusted proxy sent, or a new one. It appears in the log, the response
 * and the audit trail.
 */
export const requestIdBy =
  (isTrusted: (address: string) => boolean) =>
  (request: Arrival): string =>
    (comesFrom(isTrusted)(request) ? sentIdOf(request.headers) : undefined) ?? uuidv7()

/** W3C Trace Context: version, trace, span and flags; no id is all zeros. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** Returns the trace of a request by its `traceparent`; undefined if there is none. */
export const traceIdOf = ({ traceparent: sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' ? traceparent.exec(sent)?.[1] : undefined
