import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../../database/transaction.ts'
import { hashPassword, randomPassword } from '../../identity/passwords/index.ts'
import { userNameKey } from '../../identity/user-name.ts'
import { platformAdministrator } from '../roles/seeded.ts'

/** The first administrator, made together with a deployment. */
export const administratorName = 'admin'

const exists = async (trx: Trx): Promise<boolean> => {
  const found = await trx
    .selectFrom('appUser')
    .select('id')
    .where('userNameKey', '=', userNameKey(administratorName))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Makes the first administrator where there is none of that name; one that exists keeps their password.
 * @param chosen the password to set; a random one by default
 * @returns the random password when one was made now
 */
export const addAdministrator = async (trx: Trx, chosen: string | undefined): Promise<string | undefined> => {
  if (await exists(trx)) return undefined
  const password = chosen ?? randomPassword()
  const added = await trx
    .insertInto('appUser')
    .values({
      id: uuidv7(),
      userName: administratorName,
      userNameKey: userNameKey(administratorName),
      fullName: '平台管理员',
      roleId: platformAdministrator.id,
      passwordHash: await hashPassword(password),
      passwordChangedAt: new Date(),
    })
    .onConflict((conflict) => conflict.column('userNameKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added && chosen === undefined ? password : undefined
}
