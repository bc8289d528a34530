import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../../database/transaction.ts'
import { userNameKey } from '../../identifiers/index.ts'
import { hashPassword, randomPassword } from '../../passwords/index.ts'
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

/** The first administrator after a start. */
export interface Added {
  /** Whether they were made now. */
  readonly isNew: boolean
  /** The random password that was made for them now. */
  readonly password?: string
}

/**
 * Makes the first administrator where there is none of that name; one that exists keeps their password.
 * @param chosen the password to set; a random one by default
 */
export const addAdministrator = async (trx: Trx, chosen: string | undefined): Promise<Added> => {
  if (await exists(trx)) return { isNew: false }
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
  return { isNew: added !== undefined, ...(added && chosen === undefined && { password }) }
}
