import type { IncomingHttpHeaders } from 'node:http'
import { uuidv7 } from 'uuidv7'

/** What a proxy or client may call a request: nothing that a log, a header or a page takes for more than a name. */
const takenOver = /^[\w.:/+=@-]{1,128}$/

/** The id of a request: that which it came with, where it is one, else an own. */
export const requestIdOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): string => {
  const sent = headers['x-request-id']
  return typeof sent === 'string' && takenOver.test(sent) ? sent : uuidv7()
}

/** W3C Trace Context: version, trace, span and flags, none of the ids all zeros. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-.*)?$/

/** The trace that a request is part of, as its `traceparent` says; undefined where it says none. */
export const traceIdOf = ({ traceparent: sent }: IncomingHttpHeaders): string | undefined =>
  typeof sent === 'string' ? traceparent.exec(sent)?.[1] : undefined
