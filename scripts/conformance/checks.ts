import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type InvitationRequest, InvitationResponse, type Language } from '@atrium/contract'
import { contentHashOf } from '../../apps/server/src/platform/http/signed-content.ts'
import {
  type Check,
  type Checking,
  isUnavailable,
  mustBeUnsigned,
  mustReject,
  mustSucceed,
  paths,
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
    name: 'init: a domain of a tenant is initialised',
    run: async (checking) => mustSucceed(await initialise(checking)).message,
  },
  {
    name: 'init: asked again, all is well',
    run: async (checking) => mustSucceed(await initialise(checking)).message,
  },
]

const signatureChecks: readonly Check[] = [
  unsigned('a call without one', { tamper: ({ body }) => ({ body, headers: {} }) }),
  unsigned('one under another key', { keys: ['another key'] }),
  unsigned('an unknown appCode', { appCode: 'UNKNOWN' }),
  unsigned('a call of ten minutes ago', { ahead: -600 }),
  unsigned('a call of in ten minutes', { ahead: 600 }),
  unsigned('the signature of another path', { signedPath: '/atrium/other' }),
  unsigned('a body that was changed on its way', {
    tamper: ({ body, headers }) => ({ body: body.replace('Conformance', 'Another'), headers }),
  }),
  unsigned('a body that was changed together with its hash', {
    tamper: ({ body, headers }) => {
      const changed = body.replace('Conformance', 'Another')
      return { body: changed, headers: { ...headers, 'atrium-content-sha256': contentHashOf(changed) } }
    },
  }),
  unsigned('an idempotency key that was changed on its way', {
    tamper: ({ body, headers }) => ({ body, headers: { ...headers, 'idempotency-key': randomUUID() } }),
  }),
  {
    name: 'signature: a call that was accepted before is rejected',
    run: async (checking) => {
      const { headers } = mustSucceed(await initialise(checking))
      mustBeUnsigned(await initialise(checking, { tamper: ({ body }) => ({ body, headers }) }))
      return ''
    },
  },
  {
    name: 'signature: of two signatures one is enough, whichever it is',
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
  if (!offer) throw new Failed('it did not say what it has, so this cannot be tried')
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
    name: 'roles: are in the form of EDC, of RTSM, or of CTMS and eTMF',
    run: async (checking) => {
      const { client, scope } = checking
      const { data } = mustSucceed(await client.call(paths.roles, scope))
      checking.offer = readOffer(data, scope.sites[0]?.id ?? '')
      return checking.offer.style
    },
  },
  {
    name: 'roles: every id stands once in its list, every name is text or JSON text with chs',
    run: async (checking) => {
      for (const [name, list] of Object.entries(offerOf(checking).lists)) {
        if (new Set(list.map(({ id }) => id)).size < list.length) throw new Failed(`${name} has an id twice`)
        const unnamed = list.find((one) => !isName(one.name))
        if (unnamed) throw new Failed(`${name}: the name of ${unnamed.id} cannot be read: ${unnamed.name}`)
      }
      return ''
    },
  },
  {
    name: 'roles: are the same when they are asked for again',
    run: async (checking) => {
      const { client, scope } = checking
      const before = offerOf(checking)
      const { data } = mustSucceed(await client.call(paths.roles, scope, { language: 'en' }))
      if (!isDeepStrictEqual(readOffer(data, scope.sites[0]?.id ?? '').lists, before.lists))
        throw new Failed('it answered something else')
      return ''
    },
  },
  {
    name: 'roles: a call that lacks its fields is rejected',
    run: async ({ client }) => mustReject(await client.call(paths.roles, {})).message,
  },
]

type Person = InvitationRequest['users'][number]

const personOf = (name: string, language: Language = 'zh'): Person => {
  const userId = randomUUID()
  const email = `${userId}@conformance.example`
  return { userId, userName: `check${userId.slice(0, 8)}`, fullName: name, email, phone: '', language }
}

const invite = (
  checking: Checking,
  over: Partial<InvitationRequest>,
  options?: CallOptions,
): Promise<Result> => {
  const { client, scope } = checking
  const body = { ...scope, users: [personOf('李娜')], grant: offerOf(checking).grant, ...over }
  return client.call(paths.invitations, body, options)
}

/** @throws Failed unless the response names each person exactly once */
function readResponse(response: Result, users: readonly Person[]): InvitationResponse {
  const read = InvitationResponse.safeParse(mustSucceed(response).data).data
  if (!read) throw new Failed('its data are not { success: [userId], failure: [{ userId, message }] }')
  const named = [...read.success, ...read.failure.map(({ userId }) => userId)]
  if (!isDeepStrictEqual(named.toSorted(), users.map(({ userId }) => userId).toSorted()))
    throw new Failed('success and failure do not name each person once')
  return read
}

/** @throws Failed unless all people were accepted */
function mustTake(response: Result, users: readonly Person[]): void {
  const [failed] = readResponse(response, users).failure
  if (failed) throw new Failed(`it rejected: ${failed.message}`)
}

/**
 * Expects that the call or each person was rejected with a reason.
 * @returns the first reason
 */
function mustRejectAll(response: Result, users: readonly Person[]): string {
  if (response.code !== 200) return mustReject(response).message
  const { success, failure } = readResponse(response, users)
  if (success.length > 0) throw new Failed('it took it')
  const [message = ''] = failure.map((one) => one.message)
  return message
}

/** Number of people in the largest invitation that the suite sends. */
const max = 500

const invitationChecks: readonly Check[] = [
  {
    name: 'invitations: a person is given a role; sent again it is answered alike',
    run: async (checking) => {
      const users = [personOf("Zoë O'Neill <李娜>", 'en')]
      const idempotencyKey = randomUUID()
      const first = await invite(checking, { users }, { idempotencyKey })
      mustTake(first, users)
      const second = await invite(checking, { users }, { idempotencyKey })
      if (!isDeepStrictEqual(mustSucceed(second).data, first.data))
        throw new Failed('it answered something else to the same idempotency key')
      return ''
    },
  },
  {
    name: 'invitations: one that comes again while it is under way is done once, or put off',
    run: async (checking) => {
      const users = [personOf('王芳')]
      const idempotencyKey = randomUUID()
      const both = [1, 2].map(() => invite(checking, { users }, { idempotencyKey }))
      const done = (await Promise.all(both)).filter((response) => !isUnavailable(response))
      for (const response of done) mustTake(response, users)
      if (done.length === 0) throw new Failed('it put off both')
      return done.length < both.length ? 'put off' : ''
    },
  },
  {
    name: 'invitations: who has a role already is given the new one instead',
    run: async (checking) => {
      const users = [personOf('王芳')]
      mustTake(await invite(checking, { users }), users)
      mustTake(await invite(checking, { users }), users)
      return ''
    },
  },
  {
    name: 'invitations: an idempotency key is not good for another content',
    run: async (checking) => {
      const idempotencyKey = randomUUID()
      const [users, others] = [[personOf('王芳')], [personOf('陈晨')]]
      const first = await invite(checking, { users }, { idempotencyKey })
      mustTake(first, users)
      const second = await invite(checking, { users: others }, { idempotencyKey })
      if (second.code !== 200) mustReject(second)
      else if (!isDeepStrictEqual(second.data, first.data)) throw new Failed('it took the other content')
      return ''
    },
  },
  {
    name: 'invitations: all sites are taken, whether some are named or not',
    run: async (checking) => {
      const { grant, style } = offerOf(checking)
      if (style === 'RTSM') return 'not with RTSM'
      for (const siteIds of [[], grant.siteIds]) {
        const users = [personOf('王芳')]
        mustTake(await invite(checking, { users, grant: { ...grant, siteIds, allSites: true } }), users)
      }
      return ''
    },
  },
  {
    name: 'invitations: a site that the study has got since is known',
    run: async (checking) => {
      const { grant, lists } = offerOf(checking)
      if (lists.sites && lists.sites.length > 0) return 'it has sites of its own'
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
    name: 'invitations: fields that nobody knows yet do not matter',
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
    name: 'invitations: what the product does not have is rejected, with a reason',
    run: async (checking) => {
      const { wrongGrants } = offerOf(checking)
      for (const [thing, grant] of Object.entries(wrongGrants)) {
        const users = [personOf('王芳')]
        try {
          const why = mustRejectAll(await invite(checking, { users, grant }), users)
          if (why.trim() === '') throw new Failed('it said no reason')
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
      if (!/\p{Script=Han}/u.test(zh)) throw new Failed(`it is not Chinese: ${zh}`)
      if (/\p{Script=Han}/u.test(en)) throw new Failed(`it is not English: ${en}`)
      return `${zh} / ${en}`
    },
  },
  {
    name: `invitations: ${max} people at once are answered in time`,
    run: async (checking) => {
      const users = Array.from({ length: max }, (_, index) => personOf(`李娜 ${index}`))
      const begun = performance.now()
      mustTake(await invite(checking, { users }), users)
      return `${Math.round(performance.now() - begun)} ms`
    },
  },
  {
    name: 'invitations: a call that lacks its fields is rejected',
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
  {
    name: 'other calls: an unknown call is rejected',
    run: async ({ client }) => {
      const { code, status } = await client.call('/atrium/no-such-call', {})
      if (code === 200 || status >= 500) throw new Failed(`it responded with HTTP ${status} and code ${code}`)
      return ''
    },
  },
]
