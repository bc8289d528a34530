export { askRoles } from './ask-roles.ts'
export {
  callProduct,
  type LinkServices,
  type ProductCall,
  ProductFailure,
  type ProductOutcome,
  retriedReason,
  usualSeconds,
} from './call-product.ts'
export { type Initialisation, initialiseProduct } from './initialise-product.ts'
export { type LinkedStudy, linkedStudy } from './linked-study.ts'
export { pageAddress } from './page-address.ts'
export { decryptKeys, keyColumns, productKeyPurpose, productKeys } from './product-keys.ts'
export { handleSigned, handleSignedOwn, handleUpload } from './routes.ts'
export { sendGrants, withShortReasons } from './send-grants.ts'
export { type CallToSign, signedHeaders } from './signature.ts'
export type { CallingProduct } from './verify-product.ts'
