import * as z from 'zod/mini'
import { callOf, signedByProduct, signedIn } from '../core/call.ts'
import { noFields, optionalId, reference, requiredText, text } from '../core/fields.ts'
import { lookupLimit, paging } from '../core/lists.ts'
import { HandedOver } from '../product/protocol.ts'
import { CtmsSite, OpenAddress, RtsmStudy, SoftwareTenant, UserSoftware } from './entities.ts'

const call = callOf('portal')

export const userSoftware = call({
  method: 'POST',
  path: '/dTrial/getUserSoftwareList',
  summary: 'Products that the caller may open, except the user centre, in their configured order',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.array(UserSoftware),
})

export const softwareTenants = call({
  method: 'POST',
  path: '/dTrial/getTenantListBySoftwareId',
  summary: 'Tenants in which the caller may open a product, by name, with the product’s addresses',
  access: signedIn,
  effect: 'read',
  request: z.object({ softwareId: reference }),
  response: z.array(SoftwareTenant),
})

export const rtsmStudies = call({
  method: 'POST',
  path: '/dTrial/rtsm/list',
  summary: 'Studies that the caller may open in RTSM, by name, with their addresses',
  access: signedIn,
  effect: 'read',
  request: z.object({
    /** Limits the list to this tenant. */
    tenantId: optionalId,
    /** Part of a study's name or code, or of its tenant's name. */
    keyWord: text(100),
    limit: z._default(paging.limit, lookupLimit),
  }),
  response: z.array(RtsmStudy),
})

export const openSoftware = call({
  method: 'POST',
  path: '/dTrial/getSingleSoftware',
  summary:
    'Address at which the caller opens a product of a tenant, with a one-time code that is valid for 60 s or, if the product signs in by OpenID Connect, with iss and client_id',
  access: signedIn,
  effect: 'write',
  request: z.object({
    softwareId: reference,
    tenantId: reference,
    /** The study to open; '' for the product only. */
    studyUrlId: optionalId,
  }),
  response: OpenAddress,
})

export const redeem = call({
  method: 'POST',
  path: '/portal/redeem',
  summary: 'Redeem a one-time code for the user who opened the product and their permissions in it',
  access: signedByProduct,
  effect: 'write',
  request: z.object({
    code: requiredText(100),
    /**
     * Address of the page at which the product received the code. Only scheme, host, port and path are compared.
     * Required.
     */
    address: text(2000),
  }),
  response: HandedOver,
  addition:
    'Products identify the user who opened them; the specification lists no call for redeeming the code.',
})

export const ctmsSite = call({
  method: 'GET',
  path: '/gbc/site/siteinfo',
  summary: 'Name, logo and address of the CTMS',
  server: 'ctms',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: CtmsSite,
})
