import type { Language } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { refusingDoubles } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'
import { emailKey, phoneKey, userNameKey } from '../identifiers/index.ts'

/** Somebody who registers. */
export interface NewUser {
  readonly fullName: string
  readonly userName: string
  readonly phone: string
  readonly remark: string
  /** The address that was invited: the link proves that it is theirs. */
  readonly email: string
  readonly passwordHash: string
  readonly language: Language
}

const unique = {
  app_user_user_name_key_key: 'username',
  app_user_phone_key_key: 'phone',
  app_user_email_key_key: 'email',
}

/** Adds a user with the password that they chose. @throws Refusal 422 on the field that somebody else has */
export const addUser = async (trx: Trx, { email, phone, userName, ...facts }: NewUser) => {
  const id = uuidv7()
  await refusingDoubles(unique, () =>
    trx
      .insertInto('appUser')
      .values({
        ...{ id, ...facts, userName, userNameKey: userNameKey(userName), phone, phoneKey: phoneKey(phone) },
        ...{ email, emailKey: emailKey(email), emailValid: 0, passwordChangedAt: new Date() },
      })
      .execute(),
  )
  return { id, userName }
}
