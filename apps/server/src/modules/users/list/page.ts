import type { RequestOf, userList } from '@atrium/contract'
import { keysOfPage, type Page } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import { listedUsers, userSearches } from '../matching.ts'
import { userOrder } from './order.ts'

/** The ids of one page of the users, the latest first unless another order is asked for. */
export const pageOfUsers = (trx: Trx, input: RequestOf<typeof userList>): Promise<Page<string>> =>
  keysOfPage(
    trx,
    { rows: listedUsers(trx, input), searches: userSearches(input), order: userOrder(input) },
    input,
  )
