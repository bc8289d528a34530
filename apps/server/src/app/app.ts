import { expectedLengthHeader, type Profile } from '@atrium/contract'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serveOpenId } from '../modules/openid-provider/index.ts'
import { servePages } from '../modules/releases/index.ts'
import { trustedProxyCheck } from '../platform/caller/client.ts'
import { api } from '../platform/http/api.ts'
import { limitArrival } from '../platform/http/arrival.ts'
import { boundedServer } from '../platform/http/bounded-server.ts'
import type { ConnectionLimits } from '../platform/http/connection-limits.ts'
import { closeConnectionsOnStop } from '../platform/http/connections.ts'
import { rejectUnreadable, sendErrors } from '../platform/http/failures.ts'
import { type FloodLimits, limitFloods } from '../platform/http/flood.ts'
import { sendFromMemory } from '../platform/http/from-memory.ts'
import { addHeaders, contentPolicy } from '../platform/http/headers.ts'
import { rejectUntilOpen } from '../platform/http/health.ts'
import { bodyLimit } from '../platform/http/input.ts'
import { initialState } from '../platform/http/request-state.ts'
import type { Route } from '../platform/http/route.ts'
import type { Services } from '../platform/http/work.ts'
import { comesFrom, requestIdBy } from '../platform/observability/request-ids.ts'
import { observeRequests } from '../platform/observability/requests.ts'

export interface AppOptions {
  readonly routes: readonly Route[]
  readonly services: Services
  readonly profile: Profile
  /** Folder of the help manuals; if it is missing, the server offers no manuals. */
  readonly manualsFolder?: string
  readonly logger: FastifyBaseLogger
  readonly floodLimits: FloodLimits
  readonly connectionLimits: ConnectionLimits
  /** Addresses or networks, or `loopback`, whose `X-Forwarded-*` headers, request ids and trace headers are trusted. */
  readonly trustedProxies: string
  /** Time limit for receiving a request, in milliseconds; one minute by default. */
  readonly arrivalLimit?: number
  /** Returns whether startup is complete; until then all calls except /api/health respond with 503. */
  readonly isOpen?: () => boolean
}

/** Maximum length of a path parameter, in UTF-16 code units; a longer one gets a 404. */
const maxParamLength = 1000

/** Time for which a browser may cache the preflight response for an embedding page, in seconds. */
const preflightLifetime = 600

/** Creates the server without listening on a port: the API under /api, and the front ends beside it. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { profile, logger } = options
  const isTrusted = trustedProxyCheck(options.trustedProxies)
  const app = Fastify({
    serverFactory: boundedServer(options.connectionLimits, isTrusted),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    bodyLimit,
    pluginTimeout: 0, // no limit: a slow start on a busy machine is not a failure
    genReqId: requestIdBy(isTrusted),
    exposeHeadRoutes: false,
    frameworkErrors: rejectUnreadable,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength },
  })
  app.decorateRequest('state')
  app.addHook('onRequest', async (request) => {
    request.state = initialState(request, comesFrom(isTrusted)(request))
  })
  addHeaders(app, contentPolicy(profile))
  observeRequests(app)
  limitArrival(app, options.arrivalLimit)
  rejectUntilOpen(app, options.isOpen)
  closeConnectionsOnStop(app)
  sendErrors(app)
  await limitFloods(app, options.floodLimits)
  await app.register(cookie)
  // Decompresses requests only: responses are compressed when they are sent.
  await app.register(compress, { globalCompression: false })
  sendFromMemory(app)
  if (profile.embeddingOrigins.length > 0) {
    await app.register(cors, {
      origin: [...profile.embeddingOrigins],
      methods: ['GET', 'POST'],
      exposedHeaders: ['content-disposition', expectedLengthHeader],
      maxAge: preflightLifetime,
    })
  }
  await app.register(api, { prefix: '/api', ...options })
  await serveOpenId(app, options.services)
  await servePages(app, options)
  return app
}
