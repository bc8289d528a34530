export { type AppOptions, createApp } from './app.ts'
export type { Download } from './download.ts'
export {
  type FieldIssue,
  fieldIssue,
  Refusal,
  refuse,
  refuseConflict,
  refuseField,
  refuseFields,
} from './refusal.ts'
export type { Route } from './route.ts'
export { handle, handleDownload, handleOwn } from './route.ts'
export type { Audit, Cookies, OwnWork, Services, Work } from './work.ts'
