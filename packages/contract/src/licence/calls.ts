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
  summary: 'The licences of tenants, or of one’s own, with what of them is used',
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
  summary: 'Who holds the user places of a licence: users by name, or open invitations, the latest first',
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
  addition: 'A licence that is full can be freed only by whoever sees who uses it up.',
})

export const licenceSave = call({
  method: 'POST',
  path: '/tenantSoft/save',
  summary: 'Add a licence, or change it where an id is sent; warns of a limit below what is in use',
  access: menu('tenantsoft'),
  effect: 'write',
  request: LicenceInput,
  response: z.string(),
})

export const licenceDelete = call({
  method: 'GET',
  path: '/tenantSoft/delete',
  summary: 'Delete a licence of which nothing is used',
  access: menu('tenantsoft'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})
