import type { HandedOver, Language } from '@atrium/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mayOpen, replaceUserAccess } from './access.ts'
import { withdrawnPage } from './notices.ts'
import { arrivalPage } from './page.ts'
import { pathOf } from './products.ts'
import type { OpenidSignIn } from './sessions.ts'
import { htmlType, keepCookie, languageOfVisit, type Site, signedIn, type Visit } from './site.ts'

/** How long an arriving user's choice may take, in seconds. */
const choiceSeconds = 300

/** A user whom the suite has authenticated. */
export interface Arrived {
  readonly handed: HandedOver
  /** Undefined if the user came with a one-time code. */
  readonly openid?: OpenidSignIn
  readonly language: Language
}

/**
 * Signs in a user whom the suite has authenticated, and redirects to the product's page. If another user is signed in,
 * the browser is asked first which of the two continues.
 */
export async function arrive(
  site: Site,
  request: Visit,
  reply: FastifyReply,
  { handed, openid, language }: Arrived,
): Promise<FastifyReply> {
  const { product, records, save, sessions, cookies, suiteUrl } = site
  const path = pathOf(product)
  const { user, tenant } = handed
  replaceUserAccess(records, product.style, tenant.tenantId, { ...handed, mayOpen: true })
  await save()
  // A newer access notice may have overtaken what the suite sent with the user.
  if (!mayOpen(records, user.userId, tenant.tenantId))
    return reply.code(403).type(htmlType).send(withdrawnPage({ product, language, suiteUrl }))
  const before = signedIn(site, request)
  const token = sessions.begin(handed, openid)
  if (before && before.person.userId !== user.userId)
    return reply
      .header('set-cookie', cookies.write(cookies.arrival, token, choiceSeconds))
      .redirect(`${path}/arrival?language=${language}`, 303)
  sessions.end(cookies.read(request, cookies.session))
  return keepCookie(site, reply, token, handed).redirect(path, 303)
}

/** Serves the choice between two users in one browser. */
export function serveArrival(app: FastifyInstance, site: Site): void {
  const { product, sessions, cookies, suiteUrl } = site
  const path = pathOf(product)

  app.get(`${path}/arrival`, async (request: Visit, reply) => {
    const [before, arrived] = [signedIn(site, request), signedIn(site, request, cookies.arrival)]
    if (!before || !arrived) return reply.redirect(path, 303)
    const options = { product, language: languageOfVisit(site, request), suiteUrl }
    return reply.type(htmlType).send(arrivalPage(options, { before: before.person, arrived: arrived.person }))
  })

  /** Ends the session that was not chosen, and clears the arrival. */
  const decide = (request: Visit, reply: FastifyReply, unwanted: string) => {
    sessions.end(cookies.read(request, unwanted))
    return reply.header('set-cookie', cookies.write(cookies.arrival, '', 0))
  }
  app.post(`${path}/arrival/stay`, async (request: Visit, reply) =>
    decide(request, reply, cookies.arrival).redirect(path, 303),
  )
  app.post(`${path}/arrival/change`, async (request: Visit, reply) => {
    const arrived = signedIn(site, request, cookies.arrival)
    if (!arrived) return reply.redirect(path, 303)
    decide(request, reply, cookies.session)
    return keepCookie(site, reply, arrived.token, arrived.session).redirect(path, 303)
  })
}
