export { rejectStale } from './conflict.ts'
export { deleting, deletingAll } from './delete.ts'
export { type Entity, entity, type Job, type Parts, type Row, type SaveInput, type Uses } from './entity.ts'
export { type Page, type Paging, pageOf } from './list.ts'
export { keysOfPage } from './long-list.ts'
export { nameIn, toWire } from './names.ts'
export { inNameOrder, inOrder, type Order, type Ordering, orderOf } from './order.ts'
export { inPeriod, limitsOf } from './period.ts'
export { saving } from './save.ts'
export {
  checkReadable,
  checkWritable,
  inTenants,
  inTenantsAsked,
  inTenantsOrGlobal,
  isOfTenants,
} from './tenant-guard.ts'
export { duplicateIssues, rejectingDeletedReferences, rejectingDuplicates } from './violations.ts'
