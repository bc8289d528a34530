import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { holderKinds, Licence, LicenceHolder, LicenceInput } from './entities.ts'

const call = callOf('licence')

export const licenceList = call({
  method: 'POST',
  path: '/tenantSoft/selectTenantSoftwareUserList',
  summary: 'Licences of tenants, or of the caller’s own tenants, with their usage',
  access: menu('tenantsoft', 'syslist'),
  effect: 'read',
  request: z.object({
    tenantId: optionalId,
    softwareId: optionalId,
    ...ordering(['endTime', 'createTime']),
    ...paging,
  }),
  response: listOf(Licence),
})

export const licenceInfo = call({
  method: 'GET',
  path: '/tenantSoft',
  summary: 'One licence',
  access: menu('tenantsoft', 'syslist'),
  effect: 'read',
  request: z.object({ id }),
  response: Licence,
})

export const licenceHolders = call({
  method: 'POST',
  path: '/tenantSoft/holder/list',
  summary: 'Holders of a licence’s user seats: users by name, or pending invitations, newest first',
  access: menu('tenantsoft', 'syslist'),
  effect: 'read',
  request: z.object({
    /** Id of the licence. */
    id,
    kind: z._default(z.enum(holderKinds, textKey('rule.choice')), 'user'),
    /** Part of the full name, e-mail address or phone number of a user, or of the address of an invitation. */
    keyWord: text(254),
    ...paging,
  }),
  response: listOf(LicenceHolder),
  addition: 'To free seats of a full licence, administrators need to see who holds them.',
})

export const licenceSave = call({
  method: 'POST',
  path: '/tenantSoft/save',
  summary: 'Add a licence, or update an existing one by id; warns if a limit is below the current usage',
  access: menu('tenantsoft'),
  effect: 'write',
  request: LicenceInput,
  response: z.string(),
})

export const licenceDelete = call({
  method: 'GET',
  path: '/tenantSoft/delete',
  summary: 'Delete an unused licence',
  access: menu('tenantsoft'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
