export * from './keys.ts'
export { keepUserNameLooks, lookAlikeIssues, noteUserNameLooks } from './user-name-looks.ts'
