import * as z from 'zod/mini'
import { callOf, menu, signedInOrPlatform } from '../core/call.ts'
import { id, noData, optionalId, text } from '../core/fields.ts'
import { listOf, lookupLimit, Option, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Tenant, TenantInput } from './entities.ts'

const call = callOf('tenant')

export const tenantList = call({
  method: 'POST',
  path: '/tenant/list',
  summary: 'Tenants whose name, abbreviation, code or contact contains the keyword',
  access: menu('tenant'),
  effect: 'read',
  request: z.object({
    keyWord: text(100),
    /** Limits the list to this category. */
    categoryId: optionalId,
    ...ordering(['tenantName', 'abbr', 'createTime']),
    ...paging,
  }),
  response: listOf(Tenant),
})

export const tenantSave = call({
  method: 'POST',
  path: '/tenant/save',
  summary: 'Add a tenant, or update an existing one by id',
  access: menu('tenant'),
  effect: 'write',
  request: TenantInput,
  response: z.string(),
})

export const tenantDelete = call({
  method: 'GET',
  path: '/tenant/delete',
  summary: 'Delete an unused tenant',
  access: menu('tenant'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

/** Menus of the screens on which the user selects a tenant. */
export const screensOfTenants = [
  'tenant',
  'dictionary',
  'holiday',
  'syslist',
  'tenantSite',
  'tenantPin',
  'tenantUser',
  'tenantPorject',
  'userDepartment',
  'department',
  'projectSite',
  'softAllowed',
  'userAllowed',
  'authorization',
  'accessRequest',
  'training',
  'urlSet',
  'tenantsoft',
  'unblinding',
  'duties',
  'auditTrail',
  'accessReport',
  'accessReviews',
  'accessWhy',
  'privacy',
  'inspections',
] as const

export const tenantCombobox = call({
  method: 'GET',
  path: '/tenant/combobox',
  summary:
    'Tenants to choose from: all for the platform; for others, those in which their role includes a screen that asks for a tenant',
  access: signedInOrPlatform(...screensOfTenants),
  effect: 'read',
  request: z.object({
    keyWord: text(100),
    limit: z._default(paging.limit, lookupLimit),
    /** Requests only this tenant, to show its name; rejected if the caller may not choose it. */
    tenantId: optionalId,
    /** Screen on which the user selects a tenant. Limits the result to tenants in which the caller may use that screen. */
    menu: z.optional(z.enum(screensOfTenants, textKey('rule.choice'))),
  }),
  response: z.array(Option),
})
