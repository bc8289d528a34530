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
  summary: 'The sites of tenants whose name or nickname contains the keyword',
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
    'Add sites to a tenant, all of them or none, where those that it has stay as they are; or rename one for the tenant where an id is sent. Answers the id, of several the ids with commas between',
  access: menu('tenantSite'),
  effect: 'write',
  request: TenantSiteInput,
  response: z.string(),
})

export const tenantSiteDelete = call({
  method: 'GET',
  path: '/tenantSite/delete',
  summary: 'Take a site that nothing uses from a tenant',
  access: menu('tenantSite'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const tenantSiteUnselected = call({
  method: 'POST',
  path: '/tenantSite/list/unselect',
  summary: 'The sites that a tenant has not, whose name or address contains the keyword; by name',
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
