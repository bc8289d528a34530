export { entryAt, firstEntry, leadsTo } from './entries.ts'
