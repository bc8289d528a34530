import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { codes, type ProductSignInStep } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { succeeded } from '../../platform/http/envelope.ts'
import type { Services } from '../../platform/http/work.ts'
import { sendShell } from '../releases/index.ts'
import { interactionPath, providerPath } from './configuration.ts'
import { cancel, takeStep } from './interaction.ts'
import { createProvider } from './provider.ts'

export { productSignInRoutes } from './log.ts'
export { startSignOuts } from './sign-outs/index.ts'
export { signingKeyRotation } from './signing-keys.ts'

/** Path of the discovery document below the issuer (OpenID Connect Discovery 1.0, section 4). */
const discovery = '/.well-known/openid-configuration'

/** Path at which OAuth clients ask for the same document (RFC 8414, section 3.1). */
const oauthDiscovery = `/.well-known/oauth-authorization-server${providerPath}`

/**
 * Serves the OpenID provider below /oidc, with the page on which users sign in for a product, and the discovery
 * document at both well-known places.
 */
export async function serveOpenId(app: FastifyInstance, services: Services): Promise<void> {
  const running = createProvider(services)

  /** Lets the library answer a request. Its addresses are those of the suite's public URL, whatever the client sent. */
  const answer = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    // A server at a free port knows its URL only once it listens.
    const { host, protocol } = new URL(services.profile.publicUrl)
    running.requests.set(raw, request)
    raw.headers['x-forwarded-host'] = host
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    raw.headers['x-forwarded-for'] = request.state.address
    raw.originalUrl = `${providerPath}${path}`
    raw.url = path
    const provider = await running.present()
    // The provider's pages bring their own policy.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined && name !== 'content-security-policy') reply.raw.setHeader(name, value)
    reply.hijack()
    await provider.callback()(raw, reply.raw)
  }

  await app.register(async (plugin) => {
    // The library reads bodies itself.
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', (_request, _payload, done) => done(null))
    plugin.addHook('onRequest', async (request) => {
      request.state.call = providerPath
    })
    plugin.all(`${providerPath}/*`, (request, reply) =>
      answer(request, reply, request.url.slice(providerPath.length)),
    )
    plugin.get(oauthDiscovery, (request, reply) => answer(request, reply, discovery))
  })

  const page = interactionPath(':uid')
  if (existsSync(services.releases.locations.webFolder))
    app.get(page, (request, reply) => sendShell(services, request, reply))
  for (const [path, step] of [
    [page, takeStep],
    [`${page}/cancel`, cancel],
  ] as const)
    app.post(path, async (request, reply) => {
      running.requests.set(request.raw, request)
      const { origin } = new URL(services.profile.publicUrl)
      // Pages of other hosts of the same site send the interaction's cookie too.
      const isOwn = (request.headers.origin ?? origin) === origin
      const taken: ProductSignInStep = isOwn
        ? await step({ services, running }, request, reply)
        : { state: 'expired' }
      request.state.code = codes.ok
      return reply.header('cache-control', 'no-store').send(succeeded(taken, request.state.t))
    })
}
