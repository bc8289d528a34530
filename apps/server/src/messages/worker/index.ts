export type { FailedAttempt, WorkerOptions } from './options.ts'
export { type MessageWorker, startMessageWorker } from './worker.ts'
