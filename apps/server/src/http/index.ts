export { type AppOptions, createApp } from './app.ts'
export type { Cookies } from './cookies.ts'
export type { Download } from './download.ts'
export type { Route } from './execution.ts'
export {
  type FieldIssue,
  fieldIssue,
  Refusal,
  refuse,
  refuseConflict,
  refuseField,
  refuseFields,
} from './refusal.ts'
export { handle, handleDownload, handleOwn } from './route.ts'
export type { Services } from './services.ts'
export type { Audit, OwnWork, Work } from './work.ts'
