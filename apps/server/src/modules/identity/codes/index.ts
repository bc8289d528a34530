export { burnCode, tryCode } from './check-code.ts'
export { type Proof, policy } from './code.ts'
export { type SendCode, sendCode } from './send-code.ts'
