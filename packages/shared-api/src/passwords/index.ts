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
 * Passwords as they travel (`EncryptedPassword` of the contract), under the server's present public key. Each is good
 * once, within five minutes: encrypt when it is sent, and anew when it is sent again. What this takes is fetched at its
 * first use.
 * @param passwords in the clear, with the call's purpose for them and the user name of whose they are
 * @returns the same, encrypted each under a key of its own
 * @throws as `send` does
 */
export async function encryptPasswords<const Passwords extends readonly PasswordToSend[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const { encrypt } = await import('./encrypt.ts').catch(codeMissing)
  return encrypt(...passwords)
}
