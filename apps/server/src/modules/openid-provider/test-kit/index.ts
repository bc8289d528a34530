export { atServer, type Browser, createBrowser } from './browser.ts'
export { type NotifiedProduct, startNotifiedProduct } from './notified-product.ts'
export { addClient, type ClientOptions, type RelyingParty, relyingParty } from './relying-party.ts'
export { addSignInRow, failedNotice } from './sign-in-row.ts'
