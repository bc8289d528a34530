export {
  type Attempt,
  beginAttempt,
  beginCodeTry,
  comparePassword,
  holdUser,
  openPasswordsOfAttempt,
  pairOf,
  provePassword,
  type RightPassword,
  type TriedUser,
  triedUsers,
} from './attempt.ts'
export { clearFailures, holdCounts, isExpired, needsCaptcha, type Pair } from './counters.ts'
export { type DeviceUser, forgetDevices, rememberDevice } from './device.ts'
