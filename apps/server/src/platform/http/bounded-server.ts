import { createServer } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { connectionsClosed } from '../observability/metrics.ts'
import { uploadLimit } from './arrival.ts'
import { type ConnectionLimits, ConnectionTable } from './connection-limits.ts'
import { inTurn } from './in-turn.ts'

/** How long a connection may stay idle between requests, in milliseconds. */
const keepAliveTimeout = 72_000

/** Creates the HTTP server below Fastify. It limits its connections, and the requests in flight on each of them. */
export function boundedServer(
  limits: ConnectionLimits,
  isTrusted: (address: string) => boolean,
): FastifyServerFactory {
  const connections = new ConnectionTable(limits, isTrusted)
  const events = {
    onBegin: connections.begin.bind(connections),
    onEnd: connections.end.bind(connections),
    onTooMany: () => connectionsClosed.inc({ reason: 'pipelined' }),
  }
  return (handler) => {
    const server = createServer({ requestTimeout: uploadLimit, keepAliveTimeout }, inTurn(handler, events))
    connections.guard(server)
    return server
  }
}
