export * from './keys.ts'
export { keepUserNameLooks, lookAlikeIssues, noteUserNameLooks, userNameLooks } from './user-name-looks.ts'
