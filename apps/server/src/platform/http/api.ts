import { Readable } from 'node:stream'
import { codes } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { checkSubject, identifyCaller, isSigned } from './access.ts'
import { allowLongArrival } from './arrival.ts'
import { callSchema, isSentInQuery } from './call-schema.ts'
import { reasonIn } from './change-reason.ts'
import { type Download, sendDownload } from './download.ts'
import { canBeSigned, signatureIn } from './electronic-signature.ts'
import { succeeded } from './envelope.ts'
import { addHealth } from './health.ts'
import { acceptByteStreams, bodyLimitOf, checkMissingBody, readBodies, validatorCompiler } from './input.ts'
import { recordLook } from './looks.ts'
import { describeCalls, serveDescription } from './openapi.ts'
import type { Route } from './route.ts'
import type { Signer } from './signature.ts'
import { checkedContent } from './signed-content.ts'
import { cookiesOf, type Execution, type Services } from './work.ts'

const clientOf = (request: FastifyRequest) => ({
  address: request.state.address,
  userAgent: request.headers['user-agent'] ?? '',
})

/** Returns the bytes that a signer sends, checked against the signature as they are read. */
const contentOf = ({ body }: FastifyRequest, { contentHash }: Signer, { fileLimit }: Services): Readable =>
  checkedContent(body instanceof Readable ? body : Readable.from([]), contentHash, fileLimit)

/** Executes a call once the components of its electronic signature, if it has one, were verified. */
async function executeSigned(
  { call, execute }: Route,
  execution: Omit<Execution, 'signature'>,
  { headers }: FastifyRequest,
): Promise<unknown> {
  const sent = canBeSigned(call) && execution.caller.userId !== '' ? signatureIn(headers) : undefined
  const signature = sent && (await execution.services.verifySignature(call, execution, sent))
  return execute({ ...execution, signature })
}

async function response(route: Route, services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { language, t, caller, as, signer, traceId } = request.state
  const { form } = route.call
  const sent = isSentInQuery(route.call) ? request.query : request.body
  const input = { ...Object(sent), ...Object(request.params) }
  const content = signer && form === 'upload' ? contentOf(request, signer, services) : undefined
  checkSubject(route.call, input, caller, as)
  const execution = {
    // Both ids are in one text, which seals cover. A separate column would be missing from the seals of earlier
    // versions.
    requestId: traceId === undefined ? request.id : `${request.id} ${traceId}`,
    input,
    caller,
    as,
    language,
    t,
    client: clientOf(request),
    reason: reasonIn(request.headers),
    cookies: cookiesOf(request, reply),
    services,
    log: request.log,
    signer,
    content,
  }
  const data = await executeSigned(route, execution, request).finally(() => content?.destroy())
  await recordLook(route.call, execution, data).catch((error: unknown) => {
    if (form === 'download') (data as Download).content.destroy()
    throw error
  })
  request.state.code = codes.ok
  if (form === 'redirect') return reply.redirect(String(data))
  if (form === 'download') return sendDownload(reply, data as Download)
  return succeeded(data, t, route.call.done)
}

/** Adds every call to the server: session and access first, then the body, its validation and the handler. */
function addCalls(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  for (const route of routes) {
    const { form } = route.call
    const identify = identifyCaller(route, services)
    app.route({
      method: route.call.method,
      url: route.call.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: callSchema(route.call),
      bodyLimit: bodyLimitOf(route.call),
      onRequest: form === 'upload' ? [identify, allowLongArrival] : identify,
      ...(isSigned(route.call) && { preValidation: checkMissingBody }),
      handler: (request, reply) => response(route, services, request, reply),
    })
  }
}

interface ApiOptions {
  readonly routes: readonly Route[]
  readonly services: Services
}

/** Adds everything below `/api`: the calls, their description and the health of the server. */
export async function api(app: FastifyInstance, { routes, services }: ApiOptions): Promise<void> {
  await describeCalls(app)
  readBodies(app)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  addHealth(app, services)
  addCalls(
    app,
    routes.filter(({ call }) => call.form !== 'upload'),
    services,
  )
  await app.register(async (uploads) => {
    acceptByteStreams(uploads, services.fileLimit)
    addCalls(
      uploads,
      routes.filter(({ call }) => call.form === 'upload'),
      services,
    )
  })
  await serveDescription(app)
}
