import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { Licence, LicenceInput } from './entities.ts'

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
  answer: listOf(Licence),
})

export const licenceInfo = call({
  method: 'GET',
  path: '/tenantSoft',
  summary: 'One licence',
  access: menu('tenantsoft', 'syslist'),
  effect: 'read',
  request: z.object({ id }),
  answer: Licence,
})

export const licenceSave = call({
  method: 'POST',
  path: '/tenantSoft/save',
  summary: 'Add a licence, or change it where an id is sent; warns of a limit below what is in use',
  access: menu('tenantsoft'),
  effect: 'write',
  request: LicenceInput,
  answer: z.string(),
})

export const licenceDelete = call({
  method: 'GET',
  path: '/tenantSoft/delete',
  summary: 'Delete a licence of which nothing is used',
  access: menu('tenantsoft'),
  effect: 'write',
  request: z.object({ id }),
  answer: noData,
})
