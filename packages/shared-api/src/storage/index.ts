export { readCookie, removeCookie, writeCookie } from './cookies.ts'
export { sealedKeys, storageKeys } from './keys.ts'
export { sealStoredValues, storedValues } from './values/index.ts'
