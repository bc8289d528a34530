import type { Language } from '@atrium/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as oidc from 'openid-client'
import { arrive } from '../arrival.ts'
import { failedSignInPage, type SignInProblem } from '../notices.ts'
import { pathOf } from '../products.ts'
import {
  addressOf,
  htmlType,
  languageOfVisit,
  parameterOf,
  type Site,
  signedIn,
  type Visit,
} from '../site.ts'
import { type Attempt, keepAttempt, takeAttempt } from './attempt.ts'
import type { Issuer } from './issuer.ts'
import { problemOf } from './problem.ts'
import { userOf } from './user.ts'

const scope = 'openid profile email phone studies'

/** BCP 47 names of the languages, for the suite's pages. */
export const uiLocales: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' }

const statusOf: Readonly<Record<SignInProblem, number>> = {
  foreign: 400,
  expired: 400,
  denied: 403,
  rejected: 403,
  unreachable: 502,
}

interface Failure {
  readonly problem: SignInProblem
  readonly language: Language
  /** The failed sign-in, undefined if unknown. */
  readonly attempt?: Pick<Attempt, 'clientId' | 'studyUrlId'>
}

/** Sends the page that explains why a sign-in failed. */
function fail(
  site: Site,
  request: Visit,
  reply: FastifyReply,
  { problem, language, attempt }: Failure,
): FastifyReply {
  const { product, suiteUrl } = site
  const stillSignedIn = signedIn(site, request)?.person
  const page = failedSignInPage({ product, language, suiteUrl }, { problem, retry: attempt, stillSignedIn })
  return reply.code(statusOf[problem]).type(htmlType).send(page)
}

const redirectUriOf = ({ product }: Site, request: Visit): string =>
  addressOf(request, `${pathOf(product)}/callback`)

/** Redirects the browser to the suite, which authenticates the user. */
async function begin(site: Site, issuer: Issuer, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const clientId = parameterOf(request, 'client_id')
  // The product's page lets the user choose the domain.
  if (clientId === '') return reply.redirect(pathOf(site.product), 303)
  const language = languageOfVisit(site, request)
  const attempt: Attempt = {
    clientId,
    studyUrlId: parameterOf(request, 'study'),
    language,
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  try {
    const client = await issuer.clientOf(clientId)
    const state = oidc.randomState()
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUriOf(site, request),
      scope,
      state,
      nonce: attempt.nonce,
      code_challenge_method: 'S256',
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      ui_locales: uiLocales[language],
    })
    keepAttempt(site.cookies, request, reply, state, attempt)
    return reply.redirect(url.href, 303)
  } catch {
    return fail(site, request, reply, { problem: 'unreachable', language, attempt })
  }
}

/**
 * Begins a sign-in that the suite has initiated (OpenID Connect Core, section 4). Never contacts another issuer,
 * because it could mix up its responses with those of the suite.
 * @param issuer undefined if the product has no suite
 */
export const beginAtRequestOfSuite = async (
  site: Site,
  issuer: Issuer | undefined,
  request: Visit,
  reply: FastifyReply,
): Promise<FastifyReply> =>
  issuer && parameterOf(request, 'iss') === issuer.url
    ? begin(site, issuer, request, reply)
    : fail(site, request, reply, { problem: 'foreign', language: languageOfVisit(site, request) })

/**
 * Redeems the code with which the browser returns.
 * @throws errors that `problemOf` explains
 */
async function redeem(site: Site, issuer: Issuer, request: Visit, state: string, attempt: Attempt) {
  const { clientId, studyUrlId } = attempt
  const client = await issuer.clientOf(clientId)
  const returned = new URL(redirectUriOf(site, request))
  returned.search = new URL(request.url, returned).search
  const tokens = await oidc.authorizationCodeGrant(client, returned, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: state,
    expectedNonce: attempt.nonce,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()
  const userInfo = await oidc.fetchUserInfo(client, tokens.access_token, idToken?.sub ?? '')
  const { handed, sid } = userOf(
    { idToken, userInfo },
    { appCode: site.product.appCode, clientId, studyUrlId },
  )
  return { handed, openid: { clientId, sid, idToken: tokens.id_token ?? '' } }
}

/** Serves the beginning and the end of a sign-in with OpenID Connect. */
export function serveSignIn(app: FastifyInstance, site: Site, issuer: Issuer): void {
  const path = pathOf(site.product)
  // A HEAD request must begin or complete no sign-in.
  const options = { exposeHeadRoute: false }

  app.get(`${path}/sign-in`, options, async (request: Visit, reply) => begin(site, issuer, request, reply))

  app.get(`${path}/callback`, options, async (request: Visit, reply) => {
    const state = parameterOf(request, 'state')
    const attempt = takeAttempt(site.cookies, request, reply, state)
    if (!attempt)
      return fail(site, request, reply, { problem: 'expired', language: languageOfVisit(site, request) })
    const { language } = attempt
    const user = await redeem(site, issuer, request, state, attempt).catch((error) => ({
      problem: problemOf(error),
    }))
    return 'problem' in user
      ? fail(site, request, reply, { ...user, language, attempt })
      : arrive(site, request, reply, { ...user, language })
  })
}
