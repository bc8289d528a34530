import { codes } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/http/refusal.ts'

const open = [
  'id',
  'fullName',
  'userName',
  'email',
  'emailKey',
  'emailValid',
  'phone',
  'phoneKey',
  'phoneValid',
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
