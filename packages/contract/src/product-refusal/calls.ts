import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { id, noData, noFields, reference } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { ProductRefusal, ProductResponse, RejectionNotices } from './entities.ts'

const call = callOf('productRefusal')

const addition =
  'A product may reject an authorization long after the administrator saved it, so rejections stay listed until somebody decides.'

export const productRefusalList = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/list',
  summary: 'Authorizations of a tenant that products rejected, newest first',
  access: menu('authorization', 'tenantUser'),
  effect: 'read',
  request: z.object({ tenantId: reference, ...ordering(['refuseTime']), ...paging }),
  response: listOf(ProductRefusal),
  addition,
})

export const productRefusalRetry = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/retry',
  summary: 'Retry an authorization that a product rejected; the caller becomes its grantor',
  access: menu('authorization'),
  effect: 'write',
  request: z.object({ id }),
  response: ProductResponse,
  addition,
})

export const productRefusalTakeBack = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/takeBack',
  summary:
    'Take back an authorization that a product rejected; a user invited only for it also loses the tenant role',
  access: menu('authorization'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'productRefusal.done.takenBack',
  addition,
})

export const rejectionNotices = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/notices',
  summary:
    'Products that have not accepted the caller, trainings that the caller lacks, and the numbers of rejections and of requests for unblinded access to decide on in each tenant',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: RejectionNotices,
  addition,
})
