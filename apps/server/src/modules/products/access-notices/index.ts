export { knownVersion } from './known-version.ts'
export { requeueFailed } from './requeue.ts'
export { startAccessNotices } from './worker.ts'
