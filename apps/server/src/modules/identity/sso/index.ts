export { type SingleSignOn, singleSignOn } from './provider.ts'
