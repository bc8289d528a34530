import { textsOf } from '../i18n/index.ts'
import { notifyError, TransportFailure } from '../transport/index.ts'

const codeMissing = (cause: unknown): never => {
  notifyError(textsOf('contract')('transport.failed'))
  throw new TransportFailure(cause)
}

/**
 * Passwords as they travel (`EncryptedPassword` of the contract), under the server's present public key. What this
 * takes is fetched at its first use.
 * @param passwords in the clear
 * @returns the same, encrypted each under a key of its own
 * @throws as `send` does
 */
export async function encryptPasswords<const Passwords extends readonly string[]>(
  ...passwords: Passwords
): Promise<{ [Index in keyof Passwords]: string }> {
  const { encrypt } = await import('./encrypt.ts').catch(codeMissing)
  return encrypt(...passwords)
}
