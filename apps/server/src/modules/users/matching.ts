import { userTypes } from '@atrium/contract'
import { containsAmongMany, userNameText, userSearchText } from '../../database/search.ts'
import type { Trx } from '../../database/transaction.ts'
import { userNameKey } from '../identity/index.ts'

/** Which users a list shows and an export writes. */
export interface UserFilters {
  /** Part of the full name, e-mail address or phone number; '' for any. */
  readonly keyWord: string
  /** Part of the user name, without regard to case and Unicode variants; '' for any. */
  readonly userName: string
  /** Special users too. */
  readonly searchAll: boolean
}

/** The users that match, without columns, order or paging. */
export const matchingUsers = (trx: Trx, { keyWord, userName, searchAll }: UserFilters) =>
  trx
    .selectFrom('appUser')
    .where(containsAmongMany(userSearchText, keyWord))
    .where(containsAmongMany(userNameText, userNameKey(userName)))
    .$if(!searchAll, (query) => query.where('appUser.userType', '=', userTypes.normal))
