import { join } from 'node:path'
import { type Language, languageOf } from '@atrium/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguage } from '../page/texts.ts'
import { mayOpen, replaceUserAccess } from './access.ts'
import { serveCalls } from './calls.ts'
import { type Arrival, redeem, unreachable } from './hand-over.ts'
import { arrivalPage, notHandedOverPage, welcomePage, withdrawnPage, workspacePage } from './page.ts'
import { type Product, pathOf, products } from './products.ts'
import { openRecords, type RecordsFile } from './records.ts'
import { createSessions, type Session, type Sessions } from './sessions.ts'

interface ProductsOptions {
  /** Call keys by appCode. A product without a key rejects every call. */
  readonly keys: Readonly<Record<string, string>>
  /** Folder of the products' records. In memory by default. */
  readonly folder?: string
  /** URL of the suite from which users come. Without it, nobody can sign in. */
  readonly suiteUrl?: string
}

type Visit = FastifyRequest<{ Querystring: { code?: string; language?: string } }>

/**
 * Returns the page that the browser opened. A forged Host header cannot impersonate another page: `guard` accepts
 * only names of this machine, and the port is taken from the socket.
 */
const pageOf = ({ hostname, socket }: FastifyRequest, path: string): string =>
  `http://${hostname}:${socket.localPort}${path}`

const html = 'text/html; charset=utf-8'

/** How long an arriving user's choice may take, in seconds. */
const arrivalSeconds = 300

/** Serves the pages of a product and signs in users who come from the suite. */
function servePages(
  app: FastifyInstance,
  product: Product,
  { records, save, sessions }: RecordsFile & { readonly sessions: Sessions },
  { keys, suiteUrl }: ProductsOptions,
): void {
  const { appCode, style } = product
  const path = pathOf(product)
  const key = keys[appCode]
  const cookieName = `atrium-sandbox-${appCode.toLowerCase()}`
  /** Cookie with the session of a user who has arrived while another is signed in, until one of the two is chosen. */
  const arrivalName = `${cookieName}-arrival`
  const cookie = (token: string, maxAge: number | undefined, name = cookieName): string =>
    [`${name}=${token}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
      .concat(maxAge === undefined ? [] : `Max-Age=${maxAge}`)
      .join('; ')
  /** Lets the cookie expire with the unused session. An unlimited session gets a session cookie. */
  const keepCookie = (reply: FastifyReply, token: string, { validityTime }: Pick<Session, 'validityTime'>) =>
    reply.header('set-cookie', cookie(token, validityTime > 0 ? validityTime * 60 : undefined))
  const tokenOf = ({ headers }: FastifyRequest, name = cookieName): string =>
    new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''

  const signedIn = (request: FastifyRequest, name = cookieName) => {
    const token = tokenOf(request, name)
    const session = sessions.find(token)
    const person = records.people.find(({ userId }) => userId === session?.userId)
    return session && person ? { token, session, person } : undefined
  }

  const comeIn = async (arrival: Arrival, language: Language, request: Visit, reply: FastifyReply) => {
    const handed =
      key === undefined || suiteUrl === undefined
        ? unreachable
        : await redeem(suiteUrl, { appCode, key }, arrival, language)
    if ('reason' in handed) {
      const page = notHandedOverPage({ product, language, suiteUrl }, handed, signedIn(request)?.person)
      return reply
        .code(handed.reason === 'refused' ? 403 : 502)
        .type(html)
        .send(page)
    }
    const { user, tenant } = handed
    replaceUserAccess(records, style, tenant.tenantId, { ...handed, mayOpen: true })
    await save()
    // A newer access notice may have overtaken this hand-over.
    if (!mayOpen(records, user.userId, tenant.tenantId))
      return reply.code(403).type(html).send(withdrawnPage({ product, language, suiteUrl }))
    const before = signedIn(request)
    const token = sessions.begin(handed)
    // The code is used up and no longer in the address.
    if (before && before.person.userId !== user.userId)
      return reply
        .header('set-cookie', cookie(token, arrivalSeconds, arrivalName))
        .redirect(`${path}/arrival?language=${language}`, 303)
    sessions.end(tokenOf(request))
    return keepCookie(reply, token, handed).redirect(path, 303)
  }

  // A HEAD request must not use up the code.
  app.get(path, { exposeHeadRoute: false }, async (request: Visit, reply) => {
    const { query, headers } = request
    const here = signedIn(request)
    const language = pageLanguage(
      query.language ?? (here && languageOf(here.person.language)),
      headers['accept-language'],
    )
    if (query.code) {
      const arrival = { code: query.code, address: pageOf(request, path) }
      return comeIn(arrival, language, request, reply)
    }
    const options = { product, language, suiteUrl }
    if (!here && sessions.isWithdrawn(tokenOf(request)))
      return reply.code(403).type(html).send(withdrawnPage(options))
    if (!here) return reply.type(html).send(welcomePage(options, records))
    return keepCookie(reply, here.token, here.session)
      .type(html)
      .send(workspacePage(options, records, here.session, here.person))
  })

  app.get(`${path}/arrival`, async (request: Visit, reply) => {
    const [before, arrived] = [signedIn(request), signedIn(request, arrivalName)]
    if (!before || !arrived) return reply.redirect(path, 303)
    const language = pageLanguage(request.query.language, request.headers['accept-language'])
    return reply
      .type(html)
      .send(arrivalPage({ product, language, suiteUrl }, { before: before.person, arrived: arrived.person }))
  })

  /** Ends the session that was not chosen, and clears the arrival. */
  const decide = (request: Visit, reply: FastifyReply, unwanted: string) => {
    sessions.end(tokenOf(request, unwanted))
    return reply.header('set-cookie', cookie('', 0, arrivalName))
  }
  app.post(`${path}/arrival/stay`, async (request: Visit, reply) =>
    decide(request, reply, arrivalName).redirect(path, 303),
  )
  app.post(`${path}/arrival/change`, async (request: Visit, reply) => {
    const arrived = signedIn(request, arrivalName)
    if (!arrived) return reply.redirect(path, 303)
    decide(request, reply, cookieName)
    return keepCookie(reply, arrived.token, arrived.session).redirect(path, 303)
  })

  app.post(`${path}/sign-out`, async (request: Visit, reply) => {
    sessions.end(tokenOf(request))
    const language = pageLanguage(request.query.language, request.headers['accept-language'])
    return reply.header('set-cookie', cookie('', 0)).redirect(`${path}?language=${language}`, 303)
  })
}

/**
 * Serves the products.
 * @throws Error if a product's file cannot be read
 */
export const productRoutes =
  (options: ProductsOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    // The signature covers the body as it was sent. The sign-out form has an empty body.
    const types = ['application/json', 'application/x-www-form-urlencoded']
    app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const { keys, folder } = options
    for (const product of products) {
      const file = folder === undefined ? undefined : join(folder, `${product.appCode.toLowerCase()}.json`)
      const state = { ...(await openRecords(file, product.beginning)), sessions: createSessions() }
      serveCalls(app, product, keys[product.appCode], state)
      servePages(app, product, state, options)
    }
  }
