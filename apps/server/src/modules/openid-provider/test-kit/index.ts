export { atServer, type Browser, createBrowser } from './browser.ts'
export { addClient, type ClientOptions, type RelyingParty, relyingParty } from './relying-party.ts'
export { addSignInRow, failedNotice } from './sign-in-row.ts'
export { startToldProduct, type ToldProduct } from './told-product.ts'
