import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { id, noData, noFields, optionalId, reference, text } from '../core/fields.ts'
import { listOf, Option, ordering, paging } from '../core/lists.ts'
import { Software, SoftwareInput, SoftwareOfStudies } from './entities.ts'

const call = callOf('software')

export const softwareList = call({
  method: 'POST',
  path: '/software/list',
  summary: 'Products whose name or codes contain the keyword, in their configured order',
  access: menu('softwareManger'),
  effect: 'read',
  request: z.object({
    keyWord: text(100),
    ...ordering(['sort', 'softwareName', 'createTime']),
    ...paging,
  }),
  response: listOf(Software),
})

export const softwareInfo = call({
  method: 'GET',
  path: '/software',
  summary: 'One product',
  access: menu('softwareManger'),
  effect: 'read',
  request: z.object({ id }),
  response: Software,
})

export const softwareSave = call({
  method: 'POST',
  path: '/software/save',
  summary:
    'Add a product, or update an existing one by id; after a key change, the former key stays valid for 24 hours',
  access: menu('softwareManger'),
  effect: 'write',
  request: SoftwareInput,
  response: z.string(),
})

export const softwareDelete = call({
  method: 'GET',
  path: '/software/delete',
  summary: 'Delete an unused product',
  access: menu('softwareManger'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const softwareCombobox = call({
  method: 'POST',
  path: '/software/combobox',
  summary: 'Products to choose from, by id, in the caller’s language',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.array(Option),
})

export const studySoftware = call({
  method: 'POST',
  path: '/software/allSoft',
  summary: 'Products with authorization study by study, of all tenants or of one',
  access: menu('softAllowed', 'userAllowed'),
  effect: 'read',
  request: z.object({ tenantId: optionalId }),
  response: z.array(SoftwareOfStudies),
})

export const invitingSoftware = call({
  method: 'POST',
  path: '/software/allSoft/pre',
  summary: 'Products of a tenant that support pre-authorization',
  access: menu('authorization', 'duties'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(SoftwareOfStudies),
})

export const authorizationTypes = call({
  method: 'GET',
  path: '/base/soft/auth/type',
  summary: 'Authorization styles of products',
  access: menu('softwareManger'),
  effect: 'read',
  request: noFields,
  response: z.array(Option),
})
