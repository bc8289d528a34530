import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, reference, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { Site } from '../site/entities.ts'
import { TenantSite, TenantSiteInput } from './entities.ts'

const call = callOf('tenantSite')

export const tenantSiteList = call({
  method: 'POST',
  path: '/tenantSite/list',
  summary: 'Tenant sites whose name or nickname contains the keyword',
  access: menu('tenantSite'),
  effect: 'read',
  request: z.object({
    /** Limits the list to this tenant. */
    tenantId: optionalId,
    keyWord: text(100),
    ...ordering(['siteName', 'nickName', 'createTime']),
    ...paging,
  }),
  response: listOf(TenantSite),
})

export const tenantSiteInfo = call({
  method: 'GET',
  path: '/tenantSite',
  summary: 'One site of a tenant',
  access: menu('tenantSite'),
  effect: 'read',
  request: z.object({ id }),
  response: TenantSite,
})

export const tenantSiteSave = call({
  method: 'POST',
  path: '/tenantSite/save',
  summary:
    'Add sites to a tenant, all or none, leaving existing ones unchanged; or rename an existing tenant site by id. Returns the id, or several ids separated by commas',
  access: menu('tenantSite'),
  effect: 'write',
  request: TenantSiteInput,
  response: z.string(),
})

export const tenantSiteDelete = call({
  method: 'GET',
  path: '/tenantSite/delete',
  summary: 'Remove an unused site from a tenant',
  access: menu('tenantSite'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const tenantSiteUnselected = call({
  method: 'POST',
  path: '/tenantSite/list/unselect',
  summary: 'Sites that a tenant does not have and whose name or address contains the keyword, sorted by name',
  access: menu('tenantSite'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    keyWord: text(100),
    ...ordering(['siteName', 'createTime']),
    ...paging,
  }),
  response: listOf(Site),
})
