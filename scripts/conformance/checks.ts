import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { InvitationRequest, Language } from '@atrium/contract'
import { contentHashOf } from '../../apps/server/src/platform/http/signed-content.ts'
import { accessChecks } from './access-checks.ts'
import {
  type Check,
  type Checking,
  isUnavailable,
  mustBeUnsigned,
  mustReject,
  mustSucceed,
  mustTake,
  type Person,
  paths,
  personOf,
  readResponse,
} from './checking.ts'
import { handOverChecks } from './hand-over-checks.ts'
import { type Offer, readOffer } from './offer.ts'
import { type CallOptions, Failed, type Result } from './product.ts'

const initialise = ({ client, scope }: Checking, options: CallOptions = {}): Promise<Result> => {
  const { tenantId, tenantName, tenantUrlId } = scope
  const body = { tenantId, tenantName, tenantUrlId }
  return client.call(paths.init, body, { idempotencyKey: tenantUrlId, ...options })
}

const unsigned = (name: string, options: CallOptions): Check => ({
  name: `signature: ${name} is rejected`,
  run: async (checking) => {
    mustBeUnsigned(await initialise(checking, options))
    return ''
  },
})

const initChecks: readonly Check[] = [
  {
    name: 'init: a tenant’s domain is initialised',
    run: async (checking) => mustSucceed(await initialise(checking)).message,
  },
  {
    name: 'init: a repeated call succeeds',
    run: async (checking) => mustSucceed(await initialise(checking)).message,
  },
]

const signatureChecks: readonly Check[] = [
  unsigned('a call without a signature', { tamper: ({ body }) => ({ body, headers: {} }) }),
  unsigned('a signature with another key', { keys: ['another key'] }),
  unsigned('an unknown appCode', { appCode: 'UNKNOWN' }),
  unsigned('a call dated ten minutes ago', { ahead: -600 }),
  unsigned('a call dated ten minutes ahead', { ahead: 600 }),
  unsigned('a signature for another path', { signedPath: '/atrium/other' }),
  unsigned('a body changed in transit', {
    tamper: ({ body, headers }) => ({ body: body.replace('Conformance', 'Another'), headers }),
  }),
  unsigned('a body changed together with its hash', {
    tamper: ({ body, headers }) => {
      const changed = body.replace('Conformance', 'Another')
      return { body: changed, headers: { ...headers, 'atrium-content-sha256': contentHashOf(changed) } }
    },
  }),
  unsigned('an idempotency key changed in transit', {
    tamper: ({ body, headers }) => ({ body, headers: { ...headers, 'idempotency-key': randomUUID() } }),
  }),
  {
    name: 'signature: a replayed call is rejected',
    run: async (checking) => {
      const { headers } = mustSucceed(await initialise(checking))
      mustBeUnsigned(await initialise(checking, { tamper: ({ body }) => ({ body, headers }) }))
      return ''
    },
  },
  {
    name: 'signature: one valid signature of two is enough, in either order',
    run: async (checking) => {
      const { key } = checking.client.product
      mustSucceed(await initialise(checking, { keys: [key, 'another key'] }))
      mustSucceed(await initialise(checking, { keys: ['another key', key] }))
      return ''
    },
  },
]

/** @throws Failed if the product has not sent its offer */
const offerOf = ({ offer }: Checking): Offer => {
  if (!offer) throw new Failed('this check needs the roles of the product, which are missing or invalid')
  return offer
}

const isName = (name: string): boolean => {
  if (!name.trim().startsWith('{')) return name.trim() !== ''
  try {
    const { chs, en = '' } = JSON.parse(name)
    return typeof chs === 'string' && chs !== '' && typeof en === 'string'
  } catch {
    return false
  }
}

const rolesChecks: readonly Check[] = [
  {
    name: 'roles: have the form of EDC, of RTSM, or of CTMS and eTMF',
    run: async (checking) => {
      const { client, scope } = checking
      const { data } = mustSucceed(await client.call(paths.roles, scope))
      checking.offer = readOffer(data, scope.sites[0]?.id ?? '')
      return checking.offer.style
    },
  },
  {
    name: 'roles: ids are unique in each list, names are text or JSON text with chs',
    run: async (checking) => {
      for (const [name, list] of Object.entries(offerOf(checking).lists)) {
        if (new Set(list.map(({ id }) => id)).size < list.length)
          throw new Failed(`${name} contains an id twice`)
        const unnamed = list.find((one) => !isName(one.name))
        if (unnamed) throw new Failed(`${name}: the name of ${unnamed.id} cannot be read: ${unnamed.name}`)
      }
      return ''
    },
  },
  {
    name: 'roles: are the same when requested again',
    run: async (checking) => {
      const { client, scope } = checking
      const before = offerOf(checking)
      const { data } = mustSucceed(await client.call(paths.roles, scope, { language: 'en' }))
      if (!isDeepStrictEqual(readOffer(data, scope.sites[0]?.id ?? '').lists, before.lists))
        throw new Failed('the second response differs from the first')
      return ''
    },
  },
  {
    name: 'roles: a call without its required fields is rejected',
    run: async ({ client }) => mustReject(await client.call(paths.roles, {})).message,
  },
]

const invite = (
  checking: Checking,
  over: Partial<InvitationRequest>,
  options?: CallOptions,
): Promise<Result> => {
  const { client, scope } = checking
  const body = { ...scope, users: [personOf('李娜')], grant: offerOf(checking).grant, ...over }
  return client.call(paths.invitations, body, options)
}

/**
 * Expects that the call or each person was rejected with a reason.
 * @returns the first reason
 */
function mustRejectAll(response: Result, users: readonly Person[]): string {
  if (response.code !== 200) return mustReject(response).message
  const { success, failure } = readResponse(response, users)
  if (success.length > 0) throw new Failed('the product accepted it')
  const [message = ''] = failure.map((one) => one.message)
  return message
}

/** Number of people in the largest invitation that the suite sends. */
const max = 500

const invitationChecks: readonly Check[] = [
  {
    name: 'invitations: a person gets a role, and a repeated call gets the same response',
    run: async (checking) => {
      const users = [personOf("Zoë O'Neill <李娜>", 'en')]
      const idempotencyKey = randomUUID()
      const first = await invite(checking, { users }, { idempotencyKey })
      mustTake(first, users)
      const second = await invite(checking, { users }, { idempotencyKey })
      if (!isDeepStrictEqual(mustSucceed(second).data, first.data))
        throw new Failed('the response to the same idempotency key differs')
      return ''
    },
  },
  {
    name: 'invitations: a call repeated while in progress is carried out once, or deferred',
    run: async (checking) => {
      const users = [personOf('王芳')]
      const idempotencyKey = randomUUID()
      const both = [1, 2].map(() => invite(checking, { users }, { idempotencyKey }))
      const done = (await Promise.all(both)).filter((response) => !isUnavailable(response))
      for (const response of done) mustTake(response, users)
      if (done.length === 0) throw new Failed('the product deferred both calls')
      return done.length < both.length ? 'deferred' : ''
    },
  },
  {
    name: 'invitations: a new role replaces the previous role of a person',
    run: async (checking) => {
      const users = [personOf('王芳')]
      mustTake(await invite(checking, { users }), users)
      mustTake(await invite(checking, { users }), users)
      return ''
    },
  },
  {
    name: 'invitations: an idempotency key is not valid for other content',
    run: async (checking) => {
      const idempotencyKey = randomUUID()
      const [users, others] = [[personOf('王芳')], [personOf('陈晨')]]
      const first = await invite(checking, { users }, { idempotencyKey })
      mustTake(first, users)
      const second = await invite(checking, { users: others }, { idempotencyKey })
      if (second.code !== 200) mustReject(second)
      else if (!isDeepStrictEqual(second.data, first.data))
        throw new Failed('the product accepted the other content')
      return ''
    },
  },
  {
    name: 'invitations: all sites are accepted, with and without a list of sites',
    run: async (checking) => {
      const { grant, style } = offerOf(checking)
      if (style === 'RTSM') return 'not applicable to RTSM'
      for (const siteIds of [[], grant.siteIds]) {
        const users = [personOf('王芳')]
        mustTake(await invite(checking, { users, grant: { ...grant, siteIds, allSites: true } }), users)
      }
      return ''
    },
  },
  {
    name: 'invitations: a site added to the study later is accepted',
    run: async (checking) => {
      const { grant, lists } = offerOf(checking)
      if (lists.sites && lists.sites.length > 0) return 'the product has its own sites'
      const site = { id: randomUUID(), code: '03', name: '新启动中心' }
      const roles = grant.roles.map((role) => ({ ...role, siteIds: role.siteIds.map(() => site.id) }))
      const users = [personOf('王芳')]
      const sites = [...checking.scope.sites, site]
      mustTake(
        await invite(checking, { users, sites, grant: { ...grant, roles, siteIds: [site.id] } }),
        users,
      )
      return ''
    },
  },
  {
    name: 'invitations: unknown fields are ignored',
    run: async (checking) => {
      const { grant } = offerOf(checking)
      const users = [personOf('王芳')]
      const more = { later: { field: 1 } }
      const roles = grant.roles.map((role) => ({ ...role, ...more }))
      const body = {
        ...more,
        users: users.map((user) => ({ ...user, ...more })),
        grant: { ...grant, ...more, roles },
      }
      mustTake(await invite(checking, body), users)
      return ''
    },
  },
  {
    name: 'invitations: unknown roles, sites and other values are rejected with a reason',
    run: async (checking) => {
      const { wrongGrants } = offerOf(checking)
      for (const [thing, grant] of Object.entries(wrongGrants)) {
        const users = [personOf('王芳')]
        try {
          const why = mustRejectAll(await invite(checking, { users, grant }), users)
          if (why.trim() === '') throw new Failed('the rejection has no reason')
        } catch (error) {
          throw error instanceof Failed ? new Failed(`${thing}: ${error.message}`) : error
        }
      }
      return Object.keys(wrongGrants).join(', ')
    },
  },
  {
    name: 'invitations: reasons are in the language of the call',
    run: async (checking) => {
      const grant = Object.values(offerOf(checking).wrongGrants)[0]
      const reasonIn = async (language: Language) => {
        const users = [personOf('王芳')]
        return mustRejectAll(await invite(checking, { users, grant }, { language }), users)
      }
      const [zh, en] = [await reasonIn('zh'), await reasonIn('en')]
      if (!/\p{Script=Han}/u.test(zh)) throw new Failed(`the reason is not in Chinese: ${zh}`)
      if (/\p{Script=Han}/u.test(en)) throw new Failed(`the reason is not in English: ${en}`)
      return `${zh} / ${en}`
    },
  },
  {
    name: `invitations: a call with ${max} people gets a response in time`,
    run: async (checking) => {
      const users = Array.from({ length: max }, (_, index) => personOf(`李娜 ${index}`))
      const begun = performance.now()
      mustTake(await invite(checking, { users }), users)
      return `${Math.round(performance.now() - begun)} ms`
    },
  },
  {
    name: 'invitations: a call without its required fields is rejected',
    run: async ({ client }) => mustReject(await client.call(paths.invitations, {})).message,
  },
]

/** All rules that can be checked from outside, in the order of their checks. */
export const checks: readonly Check[] = [
  ...initChecks,
  ...signatureChecks,
  ...rolesChecks,
  ...invitationChecks,
  ...handOverChecks,
  ...accessChecks,
  {
    name: 'other calls: an unknown call is rejected',
    run: async ({ client }) => {
      const { code, status } = await client.call('/atrium/no-such-call', {})
      if (code === 200 || status >= 500)
        throw new Failed(`the product responded with HTTP ${status} and code ${code}`)
      return ''
    },
  },
]
