export { sealStoredValues, storedValues } from './stored.ts'
