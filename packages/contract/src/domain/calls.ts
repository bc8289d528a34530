import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, reference, text } from '../core/fields.ts'
import { ids, listOf, Option, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Domain, DomainInput, ProductSignIn, signOutStates } from './entities.ts'

const call = callOf('domain')

export const domainList = call({
  method: 'POST',
  path: '/tenantUrl/list',
  summary: 'Tenant domains whose name or addresses contain the keyword',
  access: menu('urlSet'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this tenant or product. */
    tenantId: optionalId,
    softwareId: optionalId,
    keyWord: text(100),
    ...ordering(['urlName', 'createTime']),
    ...paging,
  }),
  response: listOf(Domain),
})

export const domainSave = call({
  method: 'POST',
  path: '/tenantUrl/save',
  summary: 'Add a tenant domain, or update an existing one by id',
  access: menu('urlSet'),
  effect: 'write',
  request: DomainInput,
  response: z.string(),
})

export const domainDelete = call({
  method: 'GET',
  path: '/tenantUrl/delete',
  summary: 'Delete an unused tenant domain',
  access: menu('urlSet'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const domainInit = call({
  method: 'GET',
  path: '/tenantUrl/initSoftware',
  summary: 'Initialise the product of a domain for the tenant; returns the product’s message',
  access: menu('urlSet'),
  effect: 'write',
  request: z.object({ id }),
  response: z.object({ message: z.string() }),
  done: textKey('domain.done.initialised'),
})

export const domainCombobox = call({
  method: 'POST',
  path: '/tenantUrl/combobox',
  summary: 'Domains of a tenant to choose from, for one product or all',
  // The menu `softAllowed` needs it to link studies with domains.
  access: menu('urlSet', 'softAllowed'),
  effect: 'read',
  request: z.object({ tenantId: reference, softwareId: optionalId }),
  response: z.array(Option),
})

/** Reason for calls that the specification does not have. */
const addition =
  'Operators need to see which users are signed in to a product, and to repeat a sign-out notice that failed.'

export const domainSignIns = call({
  method: 'POST',
  path: '/tenantUrl/signIn/list',
  summary:
    'Users’ sign-ins to a tenant domain by OpenID Connect, with the notices of their ends; latest first',
  access: menu('urlSet'),
  effect: 'read',
  request: z.object({
    tenantUrlId: reference,
    state: z.optional(z.enum(signOutStates, textKey('rule.choice'))),
    /** Part of the user name or the full name. */
    keyWord: text(100),
    ...ordering(['signInTime']),
    ...paging,
  }),
  response: listOf(ProductSignIn),
  addition,
})

export const domainSignOutRepeat = call({
  method: 'POST',
  path: '/tenantUrl/signIn/notifyAgain',
  summary:
    'Notify the product again of the ends of sign-ins to a domain; skips those whose notice has not failed. Returns the number of repeated notices',
  access: menu('urlSet'),
  effect: 'write',
  request: z.object({ tenantUrlId: reference, ids }),
  response: z.number(),
  done: textKey('domain.done.notifying'),
  addition,
})
