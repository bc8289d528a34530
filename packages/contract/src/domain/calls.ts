import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, reference, text } from '../core/fields.ts'
import { listOf, Option, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Domain, DomainInput } from './entities.ts'

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
