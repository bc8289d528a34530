import type { Trx } from '../../../platform/database/transaction.ts'

/** Returns a user's full name; '' if the caller may not see the user. */
export const fullNameOf = async (trx: Trx, id: string): Promise<string> =>
  (await trx.selectFrom('appUser').select('fullName').where('id', '=', id).executeTakeFirst())?.fullName ?? ''
