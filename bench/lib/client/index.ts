export { Caller, withCallers } from './caller.ts'
export { encryptPassword } from './password.ts'
