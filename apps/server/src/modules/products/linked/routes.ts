import { routesSignedBy } from '../../../platform/http/route.ts'
import { verifyProduct } from './verify-product.ts'

/** Routes of calls that a linked product signs. Handlers get the product as `product`. */
export const { handleSigned, handleSignedOwn, handleUpload } = routesSignedBy('product', verifyProduct)
