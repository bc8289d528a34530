import { routesSignedBy } from '../../../platform/http/route.ts'
import { verifyProduct } from './verify-product.ts'

/** Creates routes for calls that a linked product signs. Handlers receive the product as `product`. */
export const { handleSigned, handleSignedOwn, handleUpload } = routesSignedBy('product', verifyProduct)
