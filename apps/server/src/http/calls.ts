import { codes } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { bodyLimitOf } from './body.ts'
import { callSchema } from './call-schema.ts'
import { cookiesOf } from './cookies.ts'
import { type Download, sendDownload } from './download.ts'
import { enter } from './enter.ts'
import { granted } from './envelope.ts'
import type { Route } from './execution.ts'
import type { Services } from './services.ts'
import { validatorCompiler } from './validation.ts'

const clientOf = (request: FastifyRequest) => ({
  address: request.state.address,
  userAgent: request.headers['user-agent'] ?? '',
})

async function answer(route: Route, services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { language, t, caller, as } = request.state
  const data = await route.execute({
    requestId: request.id,
    input: route.call.method === 'GET' ? request.query : request.body,
    caller,
    as,
    language,
    t,
    client: clientOf(request),
    cookies: cookiesOf(request, reply),
    services,
    log: request.log,
  })
  request.state.code = codes.ok
  if (route.call.form === 'redirect') return reply.redirect(String(data))
  if (route.call.form === 'download') return sendDownload(reply, data as Download)
  return granted(data, t, route.call.done)
}

/** Puts every call on the server: session and access, then the body, its validation and the handler. */
export function addCalls(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  for (const route of routes) {
    app.route({
      method: route.call.method,
      url: route.call.path,
      schema: callSchema(route.call),
      bodyLimit: bodyLimitOf(route.call),
      onRequest: enter(route.call, services),
      handler: (request, reply) => answer(route, services, request, reply),
    })
  }
}
