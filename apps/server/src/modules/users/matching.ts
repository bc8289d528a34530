import { userTypes } from '@atrium/contract'
import { type Search, userNameText, userSearchText } from '../../database/search.ts'
import type { Trx } from '../../database/transaction.ts'
import { userNameKey } from '../identifiers/index.ts'

/** Which users a list shows and an export writes. */
export interface UserFilters {
  /** Part of the full name, e-mail address or phone number; '' for any. */
  readonly keyWord: string
  /** Part of the user name, without regard to case and Unicode variants; '' for any. */
  readonly userName: string
  /** Special users too. */
  readonly searchAll: boolean
}

/** The users that are listed, before they are searched. */
export const listedUsers = (trx: Trx, { searchAll }: UserFilters) =>
  trx.selectFrom('appUser').$if(!searchAll, (query) => query.where('appUser.userType', '=', userTypes.normal))

/** What is searched for in them. */
export const userSearches = ({ keyWord, userName }: UserFilters): Search[] => [
  { text: userSearchText, keyword: keyWord },
  { text: userNameText, keyword: userNameKey(userName) },
]
