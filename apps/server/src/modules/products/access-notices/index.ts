export { knownVersion } from './known-version.ts'
export { requeueFailed } from './requeue.ts'
export { accessNoticePath } from './send-notice.ts'
export { startAccessNotices } from './worker.ts'
