import { hashPassword, type InTurn, randomPassword } from '../../passwords/index.ts'

/** How long a password that was sent is good for: a long weekend. Seconds. */
const lifeSeconds = 259_200

/** A password made for somebody else, and what is stored of it. */
export interface SentPassword {
  /** What the message to its user says. */
  readonly params: { readonly password: string; readonly lifeSeconds: number }
  readonly columns: {
    readonly passwordHash: string
    readonly passwordChangedAt: Date
    readonly passwordMustChange: true
    readonly passwordValidUntil: Date
  }
}

/**
 * Makes a random password to be sent to its user. It opens no session: sign-in takes it, in its time, only to
 * have it replaced by one that the user chooses, which happens once. To be made outside of any transaction.
 */
export async function newSentPassword(inTurn?: InTurn): Promise<SentPassword> {
  const password = randomPassword()
  const passwordChangedAt = new Date()
  return {
    params: { password, lifeSeconds },
    columns: {
      passwordHash: await hashPassword(password, inTurn),
      passwordChangedAt,
      passwordMustChange: true,
      passwordValidUntil: new Date(passwordChangedAt.getTime() + lifeSeconds * 1000),
    },
  }
}
