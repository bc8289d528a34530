import { StartupError } from '../../../platform/database/index.ts'

let words: Promise<ReadonlySet<string>> | undefined

const read = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Returns whether a password is one of the 49,000 most common ones, in upper or lower case (NIST SP 800-63B-4, section
 * 3.1.1.2). The list is part of the program, so no password leaves the server.
 */
export async function isCommon(password: string): Promise<boolean> {
  words ??= read()
  return (await words).has(password.toLowerCase())
}

/**
 * Checks a password that an operator chose.
 * @throws StartupError if it is one of the most common ones
 */
export async function checkOperatorPassword(password: string): Promise<void> {
  if (await isCommon(password))
    throw new StartupError('ADMIN_PASSWORD is one of the most common passwords. Choose a different one.')
}
