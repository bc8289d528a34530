import { codes } from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'

const open = [
  'id',
  'fullName',
  'userName',
  'email',
  'emailKey',
  'emailValid',
  'phone',
  'phoneKey',
  'birthday',
  'sex',
  'roleId',
  'status',
  'userType',
  'remark',
  'language',
  'org',
  'countryId',
  'provinceId',
  'cityId',
  'rowVersion',
] as const

/**
 * Reads a user, without what only sign-in knows, and keeps others from changing them until the transaction ends.
 * @throws Refusal 404 where there is none
 */
export const userForUpdate = async (trx: Trx, id: string) => {
  const row = await trx
    .selectFrom('appUser')
    .select(open)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? refuse(codes.notFound)
}

/** A user as an administrator changes them. */
export type UserRow = Awaited<ReturnType<typeof userForUpdate>>

/** The field that each unique constraint of users is about. */
export const uniqueOfUsers = {
  app_user_user_name_key_key: 'userName',
  app_user_email_key_key: 'email',
  app_user_phone_key_key: 'phone',
} as const
