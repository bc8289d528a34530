export {
  contactLimit,
  dayLimit,
  endingLimit,
  forgottenLimit,
  freePerDay,
  registrationLimit,
  type SendPurpose,
} from './policy.ts'
export { type Limit, spendLimit, usedOf } from './spend.ts'
export { spendAddress } from './spend-address.ts'
