import { codes } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'

/** Columns of a user that screens show, qualified for joins. */
export const userColumns = (
  [
    'id',
    'fullName',
    'userName',
    'email',
    'emailValid',
    'phone',
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
).map((column) => `appUser.${column}` as const)

/**
 * Reads a user, without the password and its history, and locks the row until the transaction ends.
 * @throws Rejection 404 if there is none, 409 if the person is pseudonymised
 */
export const userForUpdate = async (trx: Trx, id: string) => {
  const row = await trx
    .selectFrom('appUser')
    .select([...userColumns, 'emailKey', 'phoneKey', 'roleFrom', 'roleUntil', 'pseudonymisedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return reject(codes.notFound)
  const { pseudonymisedAt, ...user } = row
  if (pseudonymisedAt) reject(codes.conflict, 'privacy.refusal.done')
  return user
}

/** Columns of a user that an administrator can change, and their context. */
export type UserRow = Awaited<ReturnType<typeof userForUpdate>>
