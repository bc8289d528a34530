import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { languages } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { type Configuration, interactionPolicy, type JWK, type KoaContextWithOIDC } from 'oidc-provider'
import type { Services } from '../../platform/http/work.ts'
import { rejectionOf } from './access.ts'
import { claimsOfScopes, findAccount } from './account.ts'
import { clientMetadata, domainOf } from './clients.ts'
import { isHinted } from './login-hint.ts'
import { outsideFetch } from './outside-fetch.ts'
import { errorPage, logoutPage, signedOutPage } from './pages.ts'
import { recordsOf } from './records.ts'

/** Path of the provider on the suite's server. The issuer is the suite's public URL with this path. */
export const providerPath = '/oidc'

/** Path of the page on which users sign in for a product. The interaction's cookie is valid below it only. */
export const interactionPath = (uid: string): string => `${providerPath}/interaction/${uid}`

/**
 * Returns the hash with which the sign-in page proposes a user name, in the language that the product asks for unless
 * the user has chosen one in this browser.
 */
function linkOf(
  ctx: KoaContextWithOIDC,
  { login_hint: proposed, ui_locales: locales }: Record<string, unknown>,
) {
  const hasChosen = ctx.cookies.get('language', { signed: false }) !== undefined
  const language = languages.find((known) => String(locales ?? '').split(/[ -]/, 1)[0] === known)
  const fields = new URLSearchParams({
    ...(typeof proposed === 'string' && { proposed }),
    ...(language && !hasChosen && { language }),
  })
  return fields.size === 0 ? '' : `#/signIn/index?${fields}`
}

/** Class of the authentication (`acr`): one factor, which is a password, a code by SMS or another provider's sign-in. */
export const singleFactor = 'urn:atrium:acr:single-factor'

/** Lifetimes in seconds. A code and the tokens made with it also end with the session. */
const lifetimes = { code: 60, token: 600, interaction: 3600, signedOut: 3600 }

const day = 86_400

/** Requests of the server, by the requests that the library receives. */
export type Requests = WeakMap<IncomingMessage, FastifyRequest>

/** Returns the server's request behind a request of the library. */
export const requestOf = (requests: Requests, { req }: Pick<KoaContextWithOIDC, 'req'>): FastifyRequest => {
  const request = requests.get(req)
  if (!request) throw new Error('the provider was called without a request of the server')
  return request
}

const domainOfContext = ({ oidc }: KoaContextWithOIDC) =>
  oidc.client && domainOf(oidc.client as typeof oidc.client & Record<string, unknown>)

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Returns whether a secret is one of a client's, in a time that does not depend on where they differ. */
export const isSecretOf = (secrets: readonly unknown[], sent: string): boolean =>
  secrets.filter((secret) => typeof secret === 'string' && timingSafeEqual(hash(secret), hash(sent))).length >
  0

/**
 * Returns the rules by which users are asked to sign in. Nobody is asked for consent, since all products belong to the
 * platform. Users who may not open the product learn it on the suite's page, where another user may sign in.
 */
function policyOf(services: Services, requests: Requests) {
  const { Check, Prompt, base } = interactionPolicy
  const policy = base()
  policy.remove('consent')
  const isRejected = async (ctx: KoaContextWithOIDC): Promise<boolean> => {
    const domain = domainOfContext(ctx)
    const { language } = requestOf(requests, ctx).state
    const userId = ctx.oidc.session?.accountId
    return !domain || !userId || (await rejectionOf(services, userId, domain, language)) !== undefined
  }
  // If the product sends an ID token, its user is required, and the hint has no effect.
  const hintCheck = new Check(
    'login_hint',
    'login_hint and authenticated user do not match',
    'login_required',
    async ({ oidc: { session, params, entities, result } }) => {
      const isAnswered = result?.login !== undefined || entities.IdTokenHint !== undefined
      const userId = session?.accountId
      if (isAnswered || userId === undefined || (await isHinted(services, userId, params?.login_hint)))
        return Check.NO_NEED_TO_PROMPT
      return Check.REQUEST_PROMPT
    },
  )
  policy.get('login')?.checks.add(hintCheck)
  const check = new Check(
    'not_authorized',
    'the user may not open this product',
    'access_denied',
    async (ctx) => ((await isRejected(ctx)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT),
  )
  policy.add(new Prompt({ name: 'access', requestable: false }, check))
  return policy
}

/** Returns the configuration of the provider with the given keys. */
export function configurationOf(services: Services, jwks: JWK[], requests: Requests): Configuration {
  const { profile, secrets } = services
  const longest = Math.max(
    profile.sessionLifetime.otherDays * day,
    profile.sessionLifetime.administratorHours * 3600,
  )
  const cookie = {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: profile.publicUrl.startsWith('https:'),
  } as const
  return {
    adapter: (kind) => recordsOf(kind, services),
    jwks: { keys: jwks },
    acrValues: [singleFactor],
    claims: claimsOfScopes,
    scopes: ['openid'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    clientDefaults: {
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    extraClientMetadata: { properties: [...clientMetadata] },
    pkce: { required: () => true },
    cookies: {
      keys: [secrets.digest('openid-cookies', 'first')],
      names: { session: 'openid_session', interaction: 'openid_interaction', resume: 'openid_resume' },
      short: { ...cookie },
      long: { ...cookie, path: providerPath },
    },
    features: {
      backchannelLogout: { enabled: true },
      claimsParameter: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => logoutPage(ctx, form, profile),
        postLogoutSuccessSource: (ctx) => signedOutPage(ctx, profile),
      },
    },
    ttl: {
      AccessToken: lifetimes.token,
      AuthorizationCode: lifetimes.code,
      Grant: longest,
      IdToken: lifetimes.token,
      Interaction: lifetimes.interaction,
      // Without a user, a session only carries a sign-out in progress.
      Session: (_ctx, { accountId }) => (accountId ? longest : lifetimes.signedOut),
    },
    interactions: {
      policy: policyOf(services, requests),
      url: (ctx, { uid, params }) => interactionPath(uid) + linkOf(ctx, params),
    },
    expiresWithSession: () => true,
    findAccount: (ctx, userId, token) =>
      findAccount(services, userId, domainOfContext(ctx), token !== undefined),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, provider } = oidc
      if (!client || !session?.accountId) return undefined
      const known = session.grantIdFor(client.clientId)
      const found = known && (await provider.Grant.find(known))
      if (found && found.accountId === session.accountId) return found
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope(Object.keys(claimsOfScopes).join(' '))
      await grant.save()
      return grant
    },
    fetch: outsideFetch(services),
    renderError: (ctx, out) => errorPage(ctx, out, profile),
  }
}
