export { readCookie, removeCookie, writeCookie } from './cookies.ts'
export { encryptedKeys, storageKeys } from './keys.ts'
export { encryptStoredValues, storedValues } from './values/index.ts'
