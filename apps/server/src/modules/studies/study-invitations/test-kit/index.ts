export { deliverDue } from '../deliveries.ts'
export { accept, joined } from './accepting.ts'
export {
  addInviterRole,
  type Inviting,
  newAddress,
  roleId,
  startInviting,
  typeId,
} from './inviting.ts'
export { answering, saying, startProduct } from './product.ts'
export { rejecting } from './rejecting.ts'
export { linkStudy } from './study.ts'
