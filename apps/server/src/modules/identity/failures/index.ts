export {
  type Attempt,
  beginAttempt,
  beginCodeTry,
  pairOf,
  type Try,
  type Visitor,
} from './begin-attempt.ts'
export { clearFailures, countFailure, holdCounts, type Pair, takeBackGuess } from './counters.ts'
export { needsCaptcha } from './policy.ts'
export { type TriedUser, triedUsers } from './tried-user.ts'
