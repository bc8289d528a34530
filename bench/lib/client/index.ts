export { Caller, CallFailure, withCallers } from './caller.ts'
export { encryptPassword, type HeldKey } from './password.ts'
