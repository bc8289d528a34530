import { textsOf } from '../i18n/texts.ts'
import { TransportFailure } from '../transport/failures.ts'
import { notifyError } from '../transport/notifier.ts'
import type { PasswordToSend } from './encrypt.ts'

const codeMissing = (cause: unknown): never => {
  notifyError(textsOf('contract')('transport.failed'))
  throw new TransportFailure(cause)
}

/**
 * Encrypts passwords for sending (`EncryptedPassword` of the contract) with the server's current public key. Each
 * result works once, within five minutes: encrypt right before sending, and again before a retry. The code is fetched
 * on first use.
 * @param passwords plain-text passwords, each with its purpose and the user name of its owner
 * @returns the encrypted passwords in the same order
 * @throws the same errors as `send`
 */
export async function encryptPasswords<const Passwords extends readonly PasswordToSend[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const { encrypt } = await import('./encrypt.ts').catch(codeMissing)
  return encrypt(...passwords)
}
