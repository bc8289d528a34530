import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentSecurityPolicy } from '../http.ts'
import { arrive, serveArrival } from './arrival.ts'
import { serveCalls } from './calls.ts'
import { cookiesOf } from './cookies.ts'
import { redeem, unreachable } from './hand-over.ts'
import { notHandedOverPage, signedOutPage, withdrawnPage } from './notices.ts'
import { serveBackChannelLogout } from './openid/back-channel-logout.ts'
import { type Issuer, issuerOf } from './openid/issuer.ts'
import { beginAtRequestOfSuite, serveSignIn } from './openid/sign-in.ts'
import { endSessionUrl } from './openid/sign-out.ts'
import { welcomePage, workspacePage } from './page.ts'
import { pathOf, products } from './products.ts'
import { openRecords } from './records.ts'
import { createSessions } from './sessions.ts'
import {
  addressOf,
  htmlType,
  keepCookie,
  languageOfVisit,
  parameterOf,
  type Site,
  signedIn,
  type Visit,
} from './site.ts'

interface ProductsOptions {
  /** Call keys by appCode. A product without a key rejects every call. */
  readonly keys: Readonly<Record<string, string>>
  /** Folder of the products' records. In memory by default. */
  readonly folder?: string
  /** URL of the suite from which users come. Without it, nobody can sign in. */
  readonly suiteUrl?: string
}

/** Redeems the one-time code of a user who comes from the suite, and signs them in. */
async function comeIn(site: Site, code: string, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const { product, key, suiteUrl } = site
  const language = languageOfVisit(site, request)
  const arrival = { code, address: addressOf(request, pathOf(product)) }
  const handed =
    key === undefined || suiteUrl === undefined
      ? unreachable
      : await redeem(suiteUrl, { appCode: product.appCode, key }, arrival, language)
  if (!('reason' in handed)) return arrive(site, request, reply, { handed, language })
  const options = { product, language, suiteUrl }
  return reply
    .code(handed.reason === 'refused' ? 403 : 502)
    .type(htmlType)
    .send(notHandedOverPage(options, handed, signedIn(site, request)?.person))
}

/** Serves the pages of a product. */
function servePages(app: FastifyInstance, site: Site, issuer: Issuer | undefined): void {
  const { product, records, sessions, cookies, suiteUrl } = site
  const path = pathOf(product)

  // A HEAD request must not use up the code.
  app.get(path, { exposeHeadRoute: false }, async (request: Visit, reply) => {
    const code = parameterOf(request, 'code')
    if (code !== '') return comeIn(site, code, request, reply)
    if (request.query.iss !== undefined) return beginAtRequestOfSuite(site, issuer, request, reply)
    const options = { product, language: languageOfVisit(site, request), suiteUrl }
    reply.type(htmlType)
    const here = signedIn(site, request)
    if (here)
      return keepCookie(site, reply, here.token, here.session).send(
        workspacePage(options, records, here.session, here.person),
      )
    const before = sessions.findEnded(cookies.read(request, cookies.session))
    if (!before) return reply.send(welcomePage(options, records))
    const { ended, openid } = before
    const page =
      ended === 'signedOut' && openid ? signedOutPage(options, openid.clientId) : withdrawnPage(options)
    return reply.code(403).send(page)
  })

  app.post(`${path}/sign-out`, async (request: Visit, reply) => {
    const language = languageOfVisit(site, request)
    const openid = signedIn(site, request)?.session.openid
    sessions.end(cookies.read(request, cookies.session))
    const next =
      issuer && openid
        ? await endSessionUrl(issuer, openid, addressOf(request, path), language)
        : `${path}?language=${language}`
    return reply.header('set-cookie', cookies.write(cookies.session, '', 0)).redirect(next, 303)
  })
}

/**
 * Serves the products.
 * @throws Error if a product's file cannot be read
 */
export const productRoutes =
  ({ keys, folder, suiteUrl }: ProductsOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature covers the body as it was sent. The sign-out form has an empty body.
    const types = ['application/json', 'application/x-www-form-urlencoded']
    app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // The form for signing out leads to the suite if the user signed in there.
    const policy = contentSecurityPolicy(suiteUrl === undefined ? [] : [new URL(suiteUrl).origin])
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy)
    })
    for (const product of products) {
      const { appCode } = product
      const file = folder === undefined ? undefined : join(folder, `${appCode.toLowerCase()}.json`)
      const state = { ...(await openRecords(file, product.beginning)), sessions: createSessions() }
      const key = keys[appCode]
      serveCalls(app, product, key, state)
      const site = { ...state, product, cookies: cookiesOf(product), key, suiteUrl }
      const issuer =
        key === undefined || suiteUrl === undefined ? undefined : issuerOf(suiteUrl, appCode, key)
      servePages(app, site, issuer)
      serveArrival(app, site)
      if (issuer) {
        serveSignIn(app, site, issuer)
        serveBackChannelLogout(app, site, issuer)
      }
    }
  }
