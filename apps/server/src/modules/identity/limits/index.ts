export { contactLimit, dayLimit, endingLimit, perDay, registrationLimit } from './policy.ts'
export { type Limit, spendLimit } from './spend.ts'
export { spendAddress } from './spend-address.ts'
