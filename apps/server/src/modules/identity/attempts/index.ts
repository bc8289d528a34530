export {
  type Attempt,
  type AttemptedUser,
  beginAttempt,
  beginCodeTry,
  comparePassword,
  decryptPasswordsOfAttempt,
  lockUnchangedUser,
  pairOf,
  storedName,
  triedUsers,
  type VerifiedPassword,
  verifyAttempt,
} from './attempt.ts'
export { clearFailures, countsForUpdate, type FailureKey, isExpired, needsCaptcha } from './counters.ts'
export { type DeviceUser, forgetDevices, rememberDevice } from './device.ts'
