export { checkOperatorPassword } from './common.ts'
export { decryptPasswords } from './decrypt-passwords.ts'
export type { RunQueued } from './fair-queue.ts'
export { hashPassword, passwordHashes, verifyPassword, withHashQueue } from './hashing.ts'
export { canDecryptLoginKey, deleteRetiredKeys, loginKeyRoute, rotateLoginKey } from './login-key.ts'
export {
  checkNewPassword,
  checkPassword,
  mustChange,
  type PasswordLife,
  type PasswordState,
  passwordAge,
  randomPassword,
} from './rules.ts'
