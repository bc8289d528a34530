import type { Trx } from '../../../database/transaction.ts'
import type { RightPassword } from './compare.ts'

/**
 * Holds the user until the transaction ends, so that nobody changes the password or locks the user meanwhile.
 * @returns false where that has happened since the password was compared
 */
export const holdUser = async (trx: Trx, { user }: RightPassword): Promise<boolean> => {
  const held = await trx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', user.id)
    .where('passwordHash', '=', user.passwordHash)
    .where('status', '=', '0')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}
