export { knownVersion } from './known-version.ts'
export { startAccessNotices } from './worker.ts'
