import { textsOf } from '../i18n/texts.ts'
import { TransportFailure } from '../transport/failures.ts'
import { notifyError } from '../transport/notifier.ts'
import type { PasswordToSend } from './encrypt.ts'

export type { PasswordToSend }

const codeMissing = (cause: unknown): never => {
  notifyError(textsOf('contract')('transport.failed'))
  throw new TransportFailure(cause)
}

/**
 * Encrypts passwords for sending (`EncryptedPassword` of the contract), under the server's current public key. Each
 * works once, within five minutes: encrypt it when it is sent, and again when it is sent again. The code is fetched at
 * its first use.
 * @param passwords in the clear, with the call's purpose for them and the user name of their owner
 * @returns the same passwords, each encrypted under a key of its own
 * @throws as `send` does
 */
export async function encryptPasswords<const Passwords extends readonly PasswordToSend[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const { encrypt } = await import('./encrypt.ts').catch(codeMissing)
  return encrypt(...passwords)
}
