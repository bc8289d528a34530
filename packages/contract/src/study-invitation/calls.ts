import * as z from 'zod/mini'
import { accessPeriod } from '../core/access-period.ts'
import { callOf, menu } from '../core/call.ts'
import { maxAddressLength, storedEmail } from '../core/email.ts'
import {
  id,
  optionalDate,
  optionalId,
  optionalProductId,
  productId,
  reference,
  text,
} from '../core/fields.ts'
import { listOf, lookupLimit, maxLimit, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { entryChoice } from '../dictionary/calls.ts'
import { DictionaryEntry } from '../dictionary/entities.ts'
import { blinding } from '../product/protocol.ts'
import { InvitationChanges, InvitationResult, InvitationSite, RemoteRoles } from './entities.ts'

const call = callOf('studyInvitation')

const ofStudy = { access: menu('authorization'), effect: 'read', method: 'POST' } as const

export const invitationSites = call({
  ...ofStudy,
  access: menu('authorization', 'accessRequest'),
  path: '/studyUser/pre/auth/site/list',
  summary: 'Sites of a study that is linked with a product',
  request: z.object({ studyUrlId: reference }),
  response: z.array(InvitationSite),
})

export const remoteRoles = call({
  ...ofStudy,
  access: menu('authorization', 'duties', 'accessRequest', 'training'),
  path: '/studyUser/pre/remote/study/data',
  summary: 'Roles and other options for authorizing users in a study, fetched from the product',
  request: z.object({ studyUrlId: reference }),
  response: RemoteRoles,
})

export const userTypesOfStudy = call({
  ...ofStudy,
  path: '/dictionary/getListByCategoryUrl',
  summary: 'Entries of a category for the tenant of a study: the global ones and the tenant’s own',
  request: z.object({
    studyUrlId: reference,
    categoryId: id,
    ...entryChoice,
    ...paging,
    limit: z._default(paging.limit, maxLimit),
  }),
  response: listOf(DictionaryEntry),
})

/** Maximum number of addresses, and of users, in one call. */
export const maxInvited = 500

/** Lowercase letters, digits, dot, underscore and hyphen before the @, as in the specification. */
const invitable = /^[a-z0-9._-]+@/

/** Returns an address in its stored form, with the domain in lower case. */
const written = (address: string): string =>
  (storedEmail(address) ?? address.trim()).replace(/@.*/, (domain) => domain.toLowerCase())

/** Returns the addresses that cannot be invited. */
export const wrongAddresses = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => !invitable.test(storedEmail(address) ?? ''))

const tooMany = textKey('rule.tooMany')

const addresses = z._default(
  z
    .pipe(
      z.array(z.string(textKey('rule.text')), textKey('rule.choose')).check(z.maxLength(maxInvited, tooMany)),
      z.transform((list: string[]) => [...new Set(list.map(written).filter(Boolean))]),
    )
    .check((context) => {
      const wrong = wrongAddresses(context.value)
      if (wrong.length === 0) return
      context.issues.push({
        code: 'custom',
        message: textKey('studyInvitation.rule.addresses'),
        params: { addresses: wrong.map((one) => one.slice(0, maxAddressLength)).join(', ') },
        input: context.value,
      })
    }),
  [],
)

const listOfUpTo = (item: typeof id, max: number) =>
  z._default(
    z.pipe(
      z.array(item, textKey('rule.choose')).check(z.maxLength(max, tooMany)),
      z.transform((list: string[]) => [...new Set(list)]),
    ),
    [],
  )

const people = listOfUpTo(id, maxInvited)
const sites = listOfUpTo(id, lookupLimit)

const atLeastOne = <Item extends z.ZodMiniType>(item: Item) =>
  z
    .array(item, textKey('rule.choose'))
    .check(z.minLength(1, textKey('rule.choose')), z.maxLength(lookupLimit, tooMany))

const saves = {
  method: 'POST',
  access: menu('authorization'),
  effect: 'write',
  response: InvitationResult,
} as const

/**
 * Ids of the tenant users whose present authorization in the study may be replaced. The call is rejected if it would
 * change that of anybody else. Not in the specification.
 */
const replacing = listOfUpTo(id, 2 * maxInvited)

const checks = {
  ...ofStudy,
  response: InvitationChanges,
  addition:
    'A product replaces what a user has in a study, so the inviter sees what would change before it is saved.',
} as const

/** Name of a role, as the product sent it. */
const roleName = text(500)

/** A role in a study of EDC, CTMS or eTMF. */
const studyRole = { roleId: productId, roleName, studyId: optionalId }

/** Periods of an invitation. */
const periods = {
  ...accessPeriod,
  /** Period of the membership of invited users who join the tenant. */
  memberFrom: optionalDate,
  memberUntil: optionalDate,
}

const edc = z.object({
  tenantId: reference,
  studyUrlId: reference,
  EmailList: addresses,
  userList: people,
  /** Role and type in the tenant for invited users who join it. */
  userRole: reference,
  userTypeId: reference,
  /** Sites of the study; none for the study as a whole. */
  siteList: sites,
  /** Id of the module role. */
  userPowerRoleId: productId,
  /** Not in the specification. */
  userPowerRoleName: roleName,
  userStudyRoles: atLeastOne(z.object({ ...studyRole, environmentId: productId })),
  ...periods,
})

export const inviteEdc = call({
  ...saves,
  path: '/studyUser/pre/save/study/edc',
  summary:
    'Authorize users in EDC: tenant users directly, others by e-mail; repeating the call duplicates nothing',
  request: z.extend(edc, { replacing }),
})

export const edcChanges = call({
  ...checks,
  path: '/studyUser/pre/changes/edc',
  summary: 'Present authorizations of users that an invitation to EDC would replace',
  request: edc,
})

const rtsmRole = z
  .object({
    projectId: productId,
    roleId: productId,
    /** Not in the specification. */
    roleName,
    /** See `blinding`. */
    isBlind: z._default(
      z.union([z.literal(blinding.blinded), z.literal(blinding.unblinded)], textKey('rule.choice')),
      blinding.blinded,
    ),
    /** Reason for an unblinded role, mandatory for it. Not in the specification. */
    unblindingReason: text(500),
    siteList: sites,
    stockHouseList: listOfUpTo(productId, lookupLimit),
    studyId: optionalId,
    /** Values of the project, as the product returned them. */
    environmentFlag: optionalProductId,
    status: optionalProductId,
  })
  .check(
    z.refine(({ isBlind, unblindingReason }) => isBlind === blinding.blinded || unblindingReason !== '', {
      path: ['unblindingReason'],
      error: textKey('studyInvitation.rule.unblindingReason'),
    }),
  )

const iwrs = z.object({
  tenantId: reference,
  studyUrlId: reference,
  EmailList: addresses,
  userList: people,
  userRole: reference,
  userTypeId: reference,
  userRoleList: atLeastOne(rtsmRole),
  ...periods,
})

export const inviteIwrs = call({
  ...saves,
  path: '/studyUser/pre/save/study/iwrs',
  summary: 'Authorize users in RTSM, project by project, blinded by default',
  request: z.extend(iwrs, { replacing }),
})

export const iwrsChanges = call({
  ...checks,
  path: '/studyUser/pre/changes/iwrs',
  summary: 'Present authorizations of users that an invitation to RTSM would replace',
  request: iwrs,
})

const trial = (sitesThere: typeof sites) =>
  z.object({
    TenantId: reference,
    studyUrlId: reference,
    EmailList: addresses,
    UserList: people,
    UserRole: reference,
    UserTypeId: reference,
    SiteList: sitesThere,
    /** Includes sites that are added later. */
    allSite: z._default(z.boolean(textKey('rule.choice')), false),
    tenantRoleId: productId,
    /** Not in the specification, like `studyRoleName`. */
    tenantRoleName: roleName,
    /** Default role in the study. */
    studyRoleId: productId,
    studyRoleName: roleName,
    userStudyRoles: z._default(
      z.array(z.object(studyRole), textKey('rule.choose')).check(z.maxLength(lookupLimit, tooMany)),
      [],
    ),
    ...periods,
  })

const ctms = trial(sites)

export const inviteCtms = call({
  ...saves,
  path: '/studyUser/pre/save/study/ctms',
  summary: 'Authorize users in CTMS',
  request: z.extend(ctms, { replacing }),
})

export const ctmsChanges = call({
  ...checks,
  path: '/studyUser/pre/changes/ctms',
  summary: 'Present authorizations of users that an invitation to CTMS would replace',
  request: ctms,
})

const etmf = trial(listOfUpTo(productId, lookupLimit))

export const inviteEtmf = call({
  ...saves,
  path: '/studyUser/pre/save/study/etmf',
  summary: 'Authorize users in eTMF, which has its own sites',
  request: z.extend(etmf, { replacing }),
})

export const etmfChanges = call({
  ...checks,
  path: '/studyUser/pre/changes/etmf',
  summary: 'Present authorizations of users that an invitation to eTMF would replace',
  request: etmf,
})
