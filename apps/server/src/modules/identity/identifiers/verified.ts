import { type ContactKind, codes } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { rejectingDuplicates } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { Rejection, reject } from '../../../platform/http/rejection.ts'

/*
 * Only a verified contact identifies its owner, because any user can enter another person's address or number.
 * Everything that matches a user by a contact follows this rule.
 */

/** Value of `email_valid` and `phone_valid` for a verified contact. */
export const verified = 0

/** Value of these columns for an unverified contact. */
export const unverified = 1

const columns = {
  email: { key: sql.ref('app_user.email_key'), valid: sql.ref('app_user.email_valid') },
  phone: { key: sql.ref('app_user.phone_key'), valid: sql.ref('app_user.phone_valid') },
} as const

/** Returns the condition that a user has verified an address or number with one of these keys. */
export const hasVerified = (kind: ContactKind, keys: readonly string[]): RawBuilder<SqlBool> => {
  const { key, valid } = columns[kind]
  return sql<SqlBool>`(${key} = any(${keys}::text[]) and ${valid} = ${sql.lit(verified)})`
}

/**
 * Returns the condition that a code sent to a number signs in the user: either the user has verified the number, or
 * no other account has it and the code verifies it.
 */
export const hasPhoneAlone = (key: string): RawBuilder<SqlBool> => sql<SqlBool>`(app_user.phone_key = ${key}
  and (app_user.phone_valid = ${sql.lit(verified)} or not exists (
    select from app_user other where other.phone_key = app_user.phone_key and other.id <> app_user.id)))`

/** Condition that another user has verified the user's number. */
export const hasPhoneOfAnother: RawBuilder<boolean> = sql<boolean>`exists (
  select from app_user other where other.phone_key = app_user.phone_key
    and other.phone_valid = ${sql.lit(verified)} and other.id <> app_user.id)`

/** Field for each unique index of users. The indexes of contacts cover verified ones only. */
export const uniqueOfUsers = {
  app_user_user_name_key_key: 'userName',
  app_user_email_key_key: 'email',
  app_user_phone_key_key: 'phone',
} as const

/** Makes `duplicateIssues` treat the user's contacts as verified, so that it finds other users who have verified them. */
export const asVerified = { emailValid: verified, phoneValid: verified } as const

const validColumn = { email: 'emailValid', phone: 'phoneValid' } as const

/**
 * Marks a user's contact as verified. Other accounts keep the contact, but can no longer verify it.
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
