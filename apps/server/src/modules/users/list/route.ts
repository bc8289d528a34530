import { userList } from '@atrium/contract'
import { sql } from 'kysely'
import { inOrder } from '../../../crud/index.ts'
import { handle } from '../../../http/index.ts'
import { userOrder } from './order.ts'
import { pageOfUsers } from './page.ts'
import { presentedUsers, toListedUser } from './present.ts'

/** POST /sys/user/list: one page of the users, the latest first unless another order is asked for. */
export const userListRoute = handle(userList, async ({ input, trx, language, services }) => {
  const { list: ids, ...counts } = await pageOfUsers(trx, input)
  const page = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  const rows = await presentedUsers(inOrder(page, userOrder(input)), language).execute()
  return { list: rows.map((row) => toListedUser(row, services.profile)), ...counts }
})
