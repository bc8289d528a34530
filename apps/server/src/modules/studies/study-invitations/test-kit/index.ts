export { tellDue } from '../telling.ts'
export { accept, joined } from './accepting.ts'
export {
  addInviterRole,
  addPerson,
  type Inviting,
  newAddress,
  roleId,
  startInviting,
  typeId,
} from './inviting.ts'
export { answering, type Product, saying, startProduct } from './product.ts'
export { refusing } from './refusing.ts'
export { linkStudy, type Place } from './study.ts'
