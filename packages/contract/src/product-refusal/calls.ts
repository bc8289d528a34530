import * as z from 'zod/mini'
import { callOf, menu, signedIn } from '../core/call.ts'
import { id, noData, noFields, reference } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { ProductRefusal, ProductResponse, RejectionNotices } from './entities.ts'

const call = callOf('productRefusal')

const addition =
  'A product may refuse somebody long after the administrator was answered: what it refused is shown until somebody decides.'

export const productRefusalList = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/list',
  summary: 'The authorizations of a tenant that products refused, the latest first',
  access: menu('authorization', 'tenantUser'),
  effect: 'read',
  request: z.object({ tenantId: reference, ...ordering(['refuseTime']), ...paging }),
  response: listOf(ProductRefusal),
  addition,
})

export const productRefusalRetry = call({
  method: 'POST',
  path: '/studyUser/pre/refusal/retry',
  summary: 'Ask a product once more for what it refused; the caller becomes its grantor',
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
    'Give up what a product refused; the tenant role of somebody who was invited for it alone ends with it',
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
    'Which products have not accepted the caller, and how many refusals the caller can decide on, by tenant',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: RejectionNotices,
  addition,
})
