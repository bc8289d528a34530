export { entryAt, firstEntry } from './entries.ts'
