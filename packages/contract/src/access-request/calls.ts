import * as z from 'zod/mini'
import { accessPeriod } from '../core/access-period.ts'
import { callOf, menu, signedIn } from '../core/call.ts'
import {
  id,
  noData,
  noFields,
  optionalId,
  optionalProductId,
  productId,
  reference,
  requiredText,
  rowVersion,
  text,
  versionOrNone,
  wholeNumberWithin,
} from '../core/fields.ts'
import { listOf, lookupLimit, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { blinding } from '../product/protocol.ts'
import { maxDecisionReason } from '../unblinding/calls.ts'
import {
  AccessRequestNotices,
  AccessRequestResponse,
  AccessRequestRules,
  AskableOptions,
  AskableStudy,
  AskedAccess,
  accessRequestScopes,
  accessRequestStates,
} from './entities.ts'

const call = callOf('accessRequest')

const addition =
  'Access begins with the person who needs it: they ask, and whoever answers for the study decides and is recorded (21 CFR 11.10 (d), (g)).'

/** Maximum number of open requests of a person in a tenant. */
export const maxOpenRequests = 10

const listOfIds = z._default(
  z.pipe(
    z.array(productId, textKey('rule.choose')).check(z.maxLength(lookupLimit, textKey('rule.tooMany'))),
    z.transform((list: string[]) => [...new Set(list)]),
  ),
  [],
)

/** One role in a study and product. The server takes the names from the product. */
const wanted = {
  /** Module role in EDC, tenant role in CTMS and eTMF. */
  generalRoleId: optionalProductId,
  /** Project in RTSM. */
  projectId: optionalProductId,
  /** Environment in EDC. */
  environmentId: optionalProductId,
  roleId: productId,
  /** See `blinding`. */
  isBlind: z._default(
    z.union([z.literal(blinding.blinded), z.literal(blinding.unblinded)], textKey('rule.choice')),
    blinding.blinded,
  ),
  unblindingReason: text(500),
  /** None for the study as a whole. A role in RTSM needs a site or a depot. */
  siteIds: listOfIds,
  stockHouseIds: listOfIds,
  ...accessPeriod,
}

export const askableStudies = call({
  method: 'POST',
  path: '/accessRequest/study/list',
  summary: 'Studies in products for which the caller may ask for access, by name',
  access: signedIn,
  effect: 'read',
  request: z.object({
    /** Limits the list to this study in its product. */
    studyUrlId: optionalId,
    /** Part of the study’s name or code. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(AskableStudy),
  addition,
})

export const askableOptions = call({
  method: 'POST',
  path: '/accessRequest/study/options',
  summary: 'Roles and sites of a study for which the caller may ask, fetched from the product',
  access: signedIn,
  effect: 'read',
  request: z.object({ studyUrlId: reference }),
  response: AskableOptions,
  addition,
})

export const accessRequestAsk = call({
  method: 'POST',
  path: '/accessRequest/ask',
  summary: 'Ask for a role in a study and product',
  access: signedIn,
  effect: 'write',
  request: z.object({ studyUrlId: reference, ...wanted, reason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'accessRequest.done.asked',
  addition,
})

export const ownAccessRequests = call({
  method: 'POST',
  path: '/accessRequest/mine',
  summary: 'The caller’s own requests for access, newest first',
  access: signedIn,
  effect: 'read',
  request: z.object({ ...paging }),
  response: listOf(AskedAccess),
  addition,
})

export const accessRequestWithdraw = call({
  method: 'POST',
  path: '/accessRequest/withdraw',
  summary: 'Withdraw one’s own open request for access',
  access: signedIn,
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'accessRequest.done.withdrawn',
  addition,
})

export const accessRequestNotices = call({
  method: 'POST',
  path: '/accessRequest/notices',
  summary: 'Whether the caller may ask for access, and the numbers of requests to answer in each tenant',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: AccessRequestNotices,
  addition,
})

export const accessRequestList = call({
  method: 'POST',
  path: '/accessRequest/list',
  summary: 'Requests for access in a tenant, newest first; without RTSM where the caller is blinded',
  access: menu('accessRequest'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    state: z.optional(z.enum(accessRequestStates, textKey('rule.choice'))),
    /** Part of the person’s name, or of the study’s name or code. */
    keyWord: text(100),
    ...ordering(['requestTime', 'expireTime']),
    ...paging,
  }),
  response: listOf(AskedAccess),
  addition,
})

export const accessRequestApprove = call({
  method: 'POST',
  path: '/accessRequest/approve',
  summary:
    'Approve somebody else’s request for access, as asked or changed; the product is notified like with a new authorization',
  access: menu('accessRequest'),
  effect: 'write',
  request: z.object({
    id,
    rowVersion,
    ...wanted,
    decisionReason: text(maxDecisionReason),
    /** Whether the person’s present authorization in the study may be replaced. */
    replacing: z._default(z.boolean(textKey('rule.choice')), false),
  }),
  response: AccessRequestResponse,
  addition,
})

export const accessRequestDecline = call({
  method: 'POST',
  path: '/accessRequest/decline',
  summary: 'Decline somebody else’s request for access',
  access: menu('accessRequest'),
  effect: 'write',
  request: z.object({ id, decisionReason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'accessRequest.done.declined',
  addition,
})

export const accessRequestRules = call({
  method: 'GET',
  path: '/accessRequest/rules',
  summary: 'Rules of a tenant for requests for access',
  access: menu('accessRequest'),
  effect: 'read',
  request: z.object({ id }),
  response: AccessRequestRules,
  addition,
})

export const accessRequestRulesSave = call({
  method: 'POST',
  path: '/accessRequest/rules/save',
  summary: 'Choose for which studies members of a tenant may ask, and when requests expire',
  access: menu('accessRequest'),
  effect: 'write',
  request: z.object({
    id,
    scope: z.enum(accessRequestScopes, textKey('rule.choose')),
    days: wholeNumberWithin(1, 90, textKey('accessRequest.rule.days')),
    rowVersion: versionOrNone,
  }),
  response: noData,
  addition,
})
