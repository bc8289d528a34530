import { codes, type RequestOf, type userExport } from '@atrium/contract'
import { sql } from 'kysely'
import { searched } from '../../../database/search-plan.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/index.ts'
import { listedUsers, userSearches } from '../matching.ts'
import type { ChosenUsers } from './rows.ts'

export interface Choice {
  readonly users: ChosenUsers
  readonly count: number
  /** What the audit trail says of it. */
  readonly asked: object
}

const countOf = async (users: ChosenUsers): Promise<number> =>
  (await users.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count

/**
 * The users whom an export is of.
 * @throws Refusal 404 where one of those who were selected does not exist
 */
export async function chooseUsers(trx: Trx, input: RequestOf<typeof userExport>): Promise<Choice> {
  const { all, userIds, ...filters } = input
  if (all) {
    const users = await searched(listedUsers(trx, filters), userSearches(filters))
    return { users, count: await countOf(users), asked: { all, ...filters } }
  }
  const ids = [...new Set(userIds)]
  const users = trx.selectFrom('appUser').where('appUser.id', '=', sql<string>`any(${ids})`)
  const count = await countOf(users)
  if (count < ids.length) refuse(codes.notFound)
  return { users, count, asked: { all, userIds: ids } }
}
