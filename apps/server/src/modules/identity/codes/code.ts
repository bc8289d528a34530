import { randomInt } from 'node:crypto'
import type { OneTimeCodeTable } from '../../../database/tables/codes.ts'
import type { Secrets } from '../../../secrets/index.ts'

/** What a code proves, and for what. */
export interface Proof {
  readonly purpose: OneTimeCodeTable['purpose']
  /** Key of the phone or user name that is to be proved; it need not be anybody's. */
  readonly subject: string
  /** Key of the phone or address that it was sent to, where the subject is neither: it proves that one alone. */
  readonly sentTo?: string
}

/**
 * The rules of one-time codes. A code serves once, for 10 minutes and 5 tries; a new one for the same purpose
 * and subject comes after a minute at the earliest, and ends the one before.
 */
export const policy = { digits: 6, lifeSeconds: 600, tries: 5, pauseSeconds: 60 } as const

/** A new code: six digits, each as likely as any other. */
export const newCode = (): string => String(randomInt(10 ** policy.digits)).padStart(policy.digits, '0')

/** What is stored of a code. Hashed under the deployment's secret, since a million codes are few. */
export const codeHash = (secrets: Secrets, { purpose, subject, sentTo = '' }: Proof, code: string): string =>
  secrets.digest('one-time-code', JSON.stringify([purpose, subject, sentTo, code]))
