import { type ContactKind, codes } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { rejectingDuplicates } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { Rejection, reject } from '../../../platform/http/rejection.ts'

/*
 * The rule for everything that matches a user by a contact: only a verified one identifies its owner. Anybody can enter
 * another person's address or number into an account.
 */

/** The value of `email_valid` and `phone_valid` for a verified contact. */
export const verified = 0

/** Their value for an unverified contact. */
export const unverified = 1

const columns = {
  email: { key: sql.ref('app_user.email_key'), valid: sql.ref('app_user.email_valid') },
  phone: { key: sql.ref('app_user.phone_key'), valid: sql.ref('app_user.phone_valid') },
} as const

/** The condition that a user of `app_user` has verified an address or number with one of these keys. */
export const hasVerified = (kind: ContactKind, keys: readonly string[]): RawBuilder<SqlBool> => {
  const { key, valid } = columns[kind]
  return sql<SqlBool>`(${key} = any(${keys}::text[]) and ${valid} = ${sql.lit(verified)})`
}

/**
 * Returns the condition that a code sent to a number signs in a user of `app_user`: the one who has verified it, or
 * else the only account that has it, which the code verifies.
 */
export const hasPhoneAlone = (key: string): RawBuilder<SqlBool> => sql<SqlBool>`(app_user.phone_key = ${key}
  and (app_user.phone_valid = ${sql.lit(verified)} or not exists (
    select from app_user other where other.phone_key = app_user.phone_key and other.id <> app_user.id)))`

/** Whether another user has verified the number that a user of `app_user` has. */
export const hasPhoneOfAnother: RawBuilder<boolean> = sql<boolean>`exists (
  select from app_user other where other.phone_key = app_user.phone_key
    and other.phone_valid = ${sql.lit(verified)} and other.id <> app_user.id)`

/** The field that each unique index of users is about; those of contacts are of verified ones. */
export const uniqueOfUsers = {
  app_user_user_name_key_key: 'userName',
  app_user_email_key_key: 'email',
  app_user_phone_key_key: 'phone',
} as const

/** Makes `duplicateIssues` find the contacts of a user that somebody else has verified, whether or not this user has. */
export const asVerified = { emailValid: verified, phoneValid: verified } as const

const validColumn = { email: 'emailValid', phone: 'phoneValid' } as const

/**
 * Notes that a user has proved their address or number. Another account that has it too keeps it, but can verify it no
 * more.
 * @throws Rejection 409 if another account has verified it
 */
export async function verifyContact(trx: Trx, userId: string, kind: ContactKind): Promise<void> {
  const write = () =>
    trx
      .updateTable('appUser')
      .set({
        [validColumn[kind]]: verified,
        rowVersion: sql<number>`row_version + 1`,
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', userId)
      .execute()
  await rejectingDuplicates(uniqueOfUsers, write).catch((error: unknown) => {
    if (error instanceof Rejection) reject(codes.conflict, 'contact.refusal.taken')
    throw error
  })
}
