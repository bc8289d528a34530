export { askRoles } from './ask-roles.ts'
export {
  callProduct,
  type LinkServices,
  type ProductCall,
  ProductFailure,
  type ProductOutcome,
} from './call-product.ts'
export { type Initialisation, initialiseProduct } from './initialise-product.ts'
export { type LinkedStudy, linkedStudy } from './linked-study.ts'
export { pageAddress } from './page-address.ts'
export { productKeyPurpose, productKeys } from './product-keys.ts'
export {
  type CallToSign,
  contentHashOf,
  type IncomingCall,
  noContentHash,
  readStatement,
  signedHeaders,
  signedText,
} from './signature.ts'
export { tellGrants } from './tell-grants.ts'
export {
  type CallingProduct,
  ContentMismatch,
  ContentTooLarge,
  checkedContent,
  isRecent,
  nonceExpiry,
  type SignatureFault,
  verifyProduct,
} from './verify-product.ts'
