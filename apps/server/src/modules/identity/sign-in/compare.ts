import type { Attempt, Pair, TriedUser } from '../failures/index.ts'
import { type InTurn, verifyPassword } from '../passwords/index.ts'

/** An attempt whose password was right. */
export interface RightPassword {
  readonly pair: Pair
  readonly user: TriedUser & { readonly passwordHash: string }
}

const normal = '0'

/** Whether a user may come in by their password at all: not locked, and no password that was sent too long ago. */
const isOpen = ({ status, passwordValidUntil }: TriedUser): boolean =>
  status === normal && (passwordValidUntil === null || passwordValidUntil > new Date())

/**
 * Compares the password of an attempt, outside of any transaction. One hash is computed whatever the reason
 * for a no, so that the time does not tell a wrong password from a wrong name, a lock or a locked user.
 */
export const compare = async (
  attempt: Extract<Attempt, { kind: 'open' | 'locked' }>,
  password: string,
  inTurn?: InTurn,
): Promise<RightPassword | undefined> => {
  const { kind, pair, user } = attempt
  const passwordHash = user?.passwordHash ?? null
  const right = await verifyPassword(passwordHash, password, inTurn)
  if (!right || kind === 'locked' || !user || passwordHash === null || !isOpen(user)) return undefined
  return { pair, user: { ...user, passwordHash } }
}
