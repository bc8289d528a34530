export { fullNameOf } from './full-name.ts'
export * from './keys.ts'
export {
  keepUserNameLooks,
  lookAlikeIssues,
  noteUserNameLooks,
  reserveUserNameLooks,
  userNameLooks,
} from './user-name-looks.ts'
export {
  asVerified,
  hasPhoneAlone,
  hasPhoneOfAnother,
  hasVerified,
  uniqueOfUsers,
  unverified,
  verified,
  verifyContact,
} from './verified.ts'
