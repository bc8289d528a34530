export { encryptStoredValues, storedValues } from './stored.ts'
