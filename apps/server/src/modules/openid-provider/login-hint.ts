import { asSystem, inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { emailKey, phoneKey, userNameKey } from '../identity/identifiers/index.ts'

/**
 * Returns whether a user is the one whom a product expects: its `login_hint` is their user name, e-mail address or phone
 * number. A request without a hint expects nobody in particular.
 */
export async function isHinted({ db }: Services, userId: string, hint: unknown): Promise<boolean> {
  if (typeof hint !== 'string') return true
  const found = await inTransaction(
    db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('appUser')
        .select('id')
        .where('id', '=', userId)
        .where((is) =>
          is.or([
            is('userNameKey', '=', userNameKey(hint)),
            is('emailKey', '=', emailKey(hint)),
            is('phoneKey', '=', phoneKey(hint)),
          ]),
        )
        .executeTakeFirst(),
    { readOnly: true },
  )
  return found !== undefined
}
