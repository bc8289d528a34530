import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { delay, disconnect } from '../failures.ts'
import { pathOf } from '../products.ts'
import type { Site } from '../site.ts'
import type { Issuer } from './issuer.ts'
import { InvalidLogoutToken, logoutTokenCheck } from './logout-token.ts'

/** Returns the response to a token that ends no session. */
function reject(reply: FastifyReply, description: string) {
  reply.code(400)
  return { error: 'invalid_request', error_description: description }
}

/** Returns the body of the response. */
type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Ways in which a product fails on purpose, as with the suite's calls. Each is a path below the product's address. */
const failures: Readonly<Record<string, (answer: Answer) => Answer>> = {
  slow: (answer) => async (request, reply) => delay(await answer(request, reply)),
  down: () => async (_request, reply) => disconnect(reply),
  refusing: () => async (_request, reply) => reject(reply, 'this product rejects every call'),
}

/** Serves the endpoint through which the suite ends sessions (OpenID Connect Back-Channel Logout 1.0). */
export function serveBackChannelLogout(app: FastifyInstance, site: Site, issuer: Issuer): void {
  const { product, records, sessions } = site
  const check = logoutTokenCheck(issuer, () => [
    ...records.initialisations.map(({ tenantUrlId }) => tenantUrlId),
    ...sessions.clientIds(),
  ])
  const answer: Answer = async ({ body }, reply) => {
    try {
      sessions.signOut(await check(new URLSearchParams(String(body)).get('logout_token') ?? ''))
      return ''
    } catch (error) {
      if (error instanceof InvalidLogoutToken) return reject(reply, error.message)
      throw error
    }
  }
  const path = pathOf(product)
  app.post(`${path}/back-channel-logout`, answer)
  for (const [name, fail] of Object.entries(failures))
    app.post(`${path}/${name}/back-channel-logout`, fail(answer))
}
