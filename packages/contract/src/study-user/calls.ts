import * as z from 'zod/mini'
import { accessPeriod, choosesEnd, extension } from '../core/access-period.ts'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, reference, text } from '../core/fields.ts'
import { ids, listOf, lookupLimit, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { AccessDelivery, StudyNode, StudyUser, UnconfirmedRemoval, UnselectedStudyUser } from './entities.ts'

const call = callOf('studyUser')

/** Maximum number of studies in a tree. Users find the others by keyword. */
export const maxStudies = lookupLimit

/** A tree of studies, sorted by name. `totalExceeded` is true if there are more. */
const tree = listOf(StudyNode)

export const allowedStudies = call({
  method: 'POST',
  path: '/studyUrl/allowed/list',
  summary: 'Studies that use a product, with their sites: the first thousand by name',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({
    /** Id of the product. */
    softId: reference,
    /** Limits the list to this tenant; '' or '0' for all that the caller may see. */
    tenantId: optionalId,
    /** Part of the name or code of a study, or of one of its sites. */
    keyWord: text(100),
  }),
  response: tree,
})

export const invitingStudies = call({
  method: 'POST',
  path: '/studySite/tenant/soft',
  summary: 'Studies that use products with pre-authorization, with their sites, or one study',
  access: menu('authorization', 'duties'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this study in its product. */
    studyUrlId: optionalId,
    tenantId: optionalId,
    /** Limits the list to this product. */
    softId: optionalId,
    keyWord: text(100),
  }),
  response: tree,
})

/** Scope of the authorization. */
const scope = {
  studyUrlId: reference,
  /** A site of the study; '' for the study as a whole. */
  studySiteId: optionalId,
}

const orders = ordering(['fullName', 'userName', 'email'])

export const studyUserList = call({
  method: 'POST',
  path: '/studyUser/list',
  summary:
    'Users authorized for a study or any of its sites, or for one site only; sorted by name by default',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({
    ...scope,
    /** Part of the full name, e-mail address or phone number. */
    keyWord: text(100),
    ...orders,
    ...paging,
  }),
  response: listOf(StudyUser),
})

export const studyUserUnselected = call({
  method: 'POST',
  path: '/studyUser/list/unselect',
  summary:
    'Enabled users of the tenant who are not authorized for a study as a whole, or for one of its sites',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({ ...scope, keyWord: text(100), ...orders, ...paging }),
  response: listOf(UnselectedStudyUser),
})

/** Maximum number of authorizations in one call. Each pair of user and site counts. */
export const maxAuthorizations = 10_000

const siteIds = z._default(
  z.pipe(
    z.array(id, textKey('rule.choose')).check(z.maxLength(lookupLimit, textKey('rule.tooMany'))),
    z.transform((list: string[]) => [...new Set(list)]),
  ),
  [],
)

export const studyUserSave = call({
  method: 'POST',
  path: '/studyUser/save',
  summary:
    'Authorize users of the tenant for a study as a whole or for some of its sites; existing authorizations stay unchanged',
  access: menu('userAllowed'),
  effect: 'write',
  request: z
    .object({
      /** Sites of the study; none for the study as a whole. */
      studySiteIds: siteIds,
      studyUrlId: reference,
      tenantUserIds: ids,
      ...accessPeriod,
    })
    .check(
      z.refine(
        ({ studySiteIds, tenantUserIds }) =>
          Math.max(1, studySiteIds.length) * tenantUserIds.length <= maxAuthorizations,
        { error: textKey('studyUser.rule.tooManyAtOnce'), path: ['tenantUserIds'] },
      ),
    ),
  response: noData,
  done: 'studyUser.done.authorized',
})

export const studyUserExtend = call({
  method: 'POST',
  path: '/studyUser/extend/batch',
  summary:
    'Change the last day of authorizations of one study, all or none: either only the given ones, or every authorization of these users for the study and its sites',
  access: menu('userAllowed'),
  effect: 'write',
  request: z
    .object({
      /** Whether to change only the given authorizations, as in the call that cancels them. */
      isSite: z._default(z.boolean(textKey('rule.choice')), false),
      ...extension,
    })
    .check(choosesEnd),
  response: noData,
  done: 'period.done.extended',
  addition: 'Authorizations end on a day, and administrators extend those of many users in one act.',
})

export const studyUserRemove = call({
  method: 'POST',
  path: '/studyUser/remove/batch',
  summary:
    'Cancel authorizations of one study, all or none: either only the given ones, or every authorization of these users for the study and its sites',
  access: menu('userAllowed'),
  effect: 'write',
  request: z.object({
    /**
     * Whether to cancel only the given authorizations. Otherwise all authorizations of these users for the study are
     * cancelled.
     */
    isSite: z._default(z.boolean(textKey('rule.choice')), false),
    /** Ids from the list of authorized users. */
    ids,
  }),
  response: noData,
  done: 'studyUser.done.cancelled',
})

const addition =
  'A product that is down goes on letting in users who were removed, so administrators see who they are and can notify it again.'

export const studyUserRemovals = call({
  method: 'POST',
  path: '/studyUser/removal/list',
  summary:
    'Users who are no longer authorized in a study, which the product has not confirmed; latest removal first',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({ studyUrlId: reference, ...paging }),
  response: listOf(UnconfirmedRemoval),
  addition,
})

export const studyUserNotify = call({
  method: 'POST',
  path: '/studyUser/notify',
  summary:
    'Notify the product again of the rights of users who are or were authorized in a study; skips those whose notification has not failed',
  access: menu('userAllowed'),
  effect: 'write',
  request: z.object({ studyUrlId: reference, userIds: ids }),
  response: noData,
  done: 'studyUser.done.notifying',
  addition,
})

export const studyUserDeliveries = call({
  method: 'POST',
  path: '/studyUser/delivery/list',
  summary:
    'Calls that notified a study’s product of the rights of the tenant’s people, with their outcomes; latest first',
  access: menu('userAllowed'),
  effect: 'read',
  request: z.object({ studyUrlId: reference, ...paging }),
  response: listOf(AccessDelivery),
  addition:
    'Administrators see when a product was notified of changed rights, and why it was not (21 CFR 11.10 (d)).',
})
